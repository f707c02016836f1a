import { expect, it } from 'vitest';
import { appName } from './appName';

it.each([
  ['ja', '手帖', '手帖'],
  ['ja', null, 'Diary'],
  ['en', '手帖', 'Diary'],
])('A-096: in %s, an app that is %j in Japanese is called %s', (locale, clientNameJa, called) => {
  expect(appName({ clientName: 'Diary', clientNameJa }, locale)).toBe(called);
});
