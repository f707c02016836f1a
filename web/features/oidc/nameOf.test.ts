import { expect, it } from 'vitest';
import { nameOf } from './ClientCard';

it.each([
  ['ja', '手帖', '手帖'],
  ['ja', null, 'Diary'],
  ['en', '手帖', 'Diary'],
])('A-096: in %s, an app that is %j in Japanese is called %s', (locale, clientNameJa, called) => {
  expect(nameOf({ clientName: 'Diary', clientNameJa }, locale)).toBe(called);
});
