import { readFileSync } from 'node:fs';
import { inCheckout } from '../stack/checkout.mjs';
import { Problem } from '../stack/problem.mjs';

/**
 * The mutants of the groups whose file, tests or description holds one of the words; all where there are none. A group is a
 * file of the server; the packages whose tests should notice, and of them those tests, by a pattern, that are tried first; and
 * for each mutant: what goes wrong, a text that stands in the file once, and what stands there instead.
 */
export function chosen(groups, words) {
  const all = groups.flatMap(({ file, first, tests, mutants }) =>
    mutants.map(([what, text, instead]) => ({
      file,
      first: first.split(':'),
      tests: tests.split(' '),
      what,
      text,
      instead,
    })),
  );
  if (words.length === 0) return all;
  return all.filter((m) => words.some((word) => `${m.file} ${m.tests.join(' ')} ${m.what}`.includes(word)));
}

/** The file with the mutant in it. A Problem where its text does not stand there exactly once. */
export function mutated({ file, what, text, instead }, source = readFileSync(inCheckout(file), 'utf8')) {
  const parts = source.split(text);
  if (parts.length === 2) return parts.join(instead);
  const found = parts.length === 1 ? 'no longer stands in' : `stands ${parts.length - 1} times in`;
  throw new Problem(`${file}: the text of the mutant "${what}" ${found} the file:\n  ${text}`);
}

/** How `go test` ended: it survived, was killed by the named test, or could not be compiled, which says nothing about tests. */
export function judged({ code, output }) {
  if (code === 0) return { survived: true };
  const built = /\[(build|setup) failed\]/.test(output);
  if (built) return { broken: output.trim() };
  const test = /^\s*--- FAIL: (\S+)/m.exec(output)?.[1];
  return {
    killedBy: test ?? (/panic: test timed out/.test(output) ? 'a test that never ended' : 'a test that panicked'),
  };
}
