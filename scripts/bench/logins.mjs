import { withTestServer } from '../stack/postgres.mjs';
import { benchmark } from './benchmark.mjs';

/**
 * Logins a second on all processors, by the benchmarks of package login: by password, and how many there are to as many bare hashes
 * in turns with them; by mailed code; and look-ups of sessions.
 */
export function loginSpeed(rounds, processes) {
  return withTestServer(processes, (url) => {
    const run = (name, time) => {
      const said = benchmark(url, './server/login', name, time);
      return (unit) => {
        const value = new RegExp(`\\s([\\d.]+) ${unit}\\s`).exec(said)?.[1];
        if (!value) throw new Error(`${name} told no ${unit}: ${said}`);
        return Number(value);
      };
    };
    const byPassword = run('PasswordLogin', `${rounds * 400}x`);
    return {
      passwordsASecond: byPassword('logins/s'),
      passwordsToBareHashes: byPassword('logins/hash'),
      codesASecond: 1e9 / run('CodeLogin', '200x')('ns/op'),
      sessionsASecond: 1e9 / run('SessionLookup', '3s')('ns/op'),
    };
  });
}
