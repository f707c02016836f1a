import { benchmark } from './benchmark.mjs';

/**
 * Logins a second on all processors, by the benchmarks of package login: by password, and how many
 * there are to as many bare hashes in turns with them; by mailed code; and look-ups of sessions.
 */
export async function loginSpeed(processes, url, rounds, small) {
  const run = async (name, time) => {
    const { said, problem } = await benchmark(processes, { url, of: './server/identity/login', name, time, small });
    if (problem) throw problem;
    return (unit) => {
      const value = new RegExp(`\\s([\\d.]+) ${unit}\\s`).exec(said)?.[1];
      if (!value) throw new Error(`${name} told no ${unit}: ${said}`);
      return Number(value);
    };
  };
  const byPassword = await run('PasswordLogin', small ? '1x' : `${rounds * 400}x`);
  return {
    passwordsASecond: byPassword('logins/s'),
    passwordsToBareHashes: byPassword('logins/hash'),
    codesASecond: 1e9 / (await run('CodeLogin', small ? '2x' : '200x'))('ns/op'),
    sessionsASecond: 1e9 / (await run('SessionLookup', small ? '20x' : '3s'))('ns/op'),
  };
}
