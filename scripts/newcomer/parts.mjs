import { Problem } from '../stack/problem.mjs';

/**
 * Parts of the start that can be taken out of a copy: a text that is once in its file, what is
 * there instead, and what a stranger reads then.
 */
export const parts = [
  {
    name: 'the database',
    file: 'scripts/stack/stack.mjs',
    text: '(await startPostgres(processes, { name, port: ports.postgres, fast })).url',
    instead: "'postgres://kaiin@127.0.0.1:1/postgres'",
    says: /The database at 127\.0\.0\.1:1 cannot be reached/,
  },
  {
    name: 'the command',
    file: 'Makefile',
    text: 'scripts/run.mjs $(if',
    instead: 'scripts/start.mjs $(if',
    says: /Cannot find module .*start\.mjs/,
  },
];

/** The parts that CONTROL asks for, by a word of the name; "all" are all. */
export function chosenParts(control) {
  const found = parts.filter(({ name }) => control === 'all' || name.includes(control));
  if (found.length > 0) return found;
  const names = parts.map(({ name }) => name).join(', ');
  throw new Problem(`CONTROL=${control} is part of no name; there are ${names}, and all.`);
}
