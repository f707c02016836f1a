import { expect, it } from 'vitest';
import { grantedName } from './granted';

it.each([
  ['ja', 'Diary', '手帖', '手帖'],
  ['ja', 'Diary', null, 'Diary'],
  ['en', 'Diary', '手帖', 'Diary'],
  ['en', '', '手帖', '手帖'],
])('A-096: in %s, an app named %j and %j is called %s', (locale, client_name, client_name_ja, called) => {
  const client = { client_name, client_name_ja, logo_uri: null, description: null, provider_name: null };
  expect(grantedName(client as never, locale)).toBe(called);
});
