import { execFileSync } from 'node:child_process';
import { inCheckout } from '../stack/checkout.mjs';
import { withTestServer } from '../stack/postgres.mjs';

/**
 * Logins a second on all processors, by the benchmarks of package login: by password, and how many there are to as many bare hashes
 * in turns with them; by mailed code; and look-ups of sessions.
 */
export function loginSpeed(processes) {
  return withTestServer(processes, (url) => {
    const run = (name, time) => {
      const args = ['test', './server/login', '-run', '^$', '-bench', `^Benchmark${name}$`, '-benchtime', time];
      const env = { ...process.env, GOGC: '200', KAIIN_TEST_DATABASE_URL: url }; // as the server sets it for itself
      const said = execFileSync('go', args, { cwd: inCheckout('.'), env, encoding: 'utf8' });
      return (unit) => {
        const value = new RegExp(`\\s([\\d.]+) ${unit}\\s`).exec(said)?.[1];
        if (!value) throw new Error(`${name} told no ${unit}: ${said}`);
        return Number(value);
      };
    };
    const byPassword = run('PasswordLogin', '8000x');
    return {
      passwordsASecond: byPassword('logins/s'),
      passwordsToBareHashes: byPassword('logins/hash'),
      codesASecond: 1e9 / run('CodeLogin', '200x')('ns/op'),
      sessionsASecond: 1e9 / run('SessionLookup', '3s')('ns/op'),
    };
  });
}
