import { execFileSync } from 'node:child_process';
import { inCheckout } from '../stack/checkout.mjs';
import { withTestServer } from '../stack/postgres.mjs';
import { median } from './load.mjs';

const rounds = 5;
const hashes = '1000x'; // long enough for the memory they take to have settled

/**
 * Logins a second on all processors, by the benchmarks of package login: by password, as a ratio to hashing passwords and nothing
 * else in turns with it; by mailed code; and look-ups of sessions.
 */
export function loginSpeed(processes) {
  return withTestServer(processes, (url) => {
    const run = (name, time) => {
      const args = ['test', './server/login', '-run', '^$', '-bench', `^Benchmark${name}$`, '-benchtime', time];
      const env = { ...process.env, GOGC: '200', KAIIN_TEST_DATABASE_URL: url }; // as the server sets it for itself
      const said = execFileSync('go', args, { cwd: inCheckout('.'), env, encoding: 'utf8' });
      const nanoseconds = /\s([\d.]+) ns\/op/.exec(said)?.[1];
      if (!nanoseconds) throw new Error(`${name} said nothing: ${said}`);
      return 1e9 / Number(nanoseconds);
    };
    const ratios = [];
    const passwords = [];
    for (let round = 0; round < rounds; round++) {
      const bare = run('BareHash', hashes);
      passwords.push(run('PasswordLogin', hashes));
      ratios.push((passwords.at(-1) ?? 0) / bare);
    }
    return {
      passwordsASecond: median(passwords),
      passwordsToBareHashes: median(ratios),
      codesASecond: run('CodeLogin', '200x'),
      sessionsASecond: run('SessionLookup', '3s'),
    };
  });
}
