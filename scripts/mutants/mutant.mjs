import { readFileSync } from 'node:fs';
import { inCheckout } from '../stack/checkout.mjs';

/**
 * The mutants of the groups whose file, tests or description holds one of the words; all where
 * there are none. A group is a file; what should notice: of the server the packages, and of these
 * those tests, by a pattern, that are tried first, of the pages the files of tests; and for each
 * mutant: what goes wrong, a text that is in the file once, and what is there instead.
 */
export function chosen(groups, words) {
  const all = groups.flatMap(({ file, first, tests, mutants }) =>
    mutants.map(([what, text, instead]) => ({
      file,
      first: first?.split(':'),
      tests: tests.split(' '),
      what,
      text,
      instead,
    })),
  );
  if (words.length === 0) return all;
  return all.filter((m) => words.some((word) => `${m.file} ${m.tests.join(' ')} ${m.what}`.includes(word)));
}

/**
 * What is wrong with the mutant's text, which has to be in its file exactly once; null when it
 * does.
 */
export function unfit({ file, what, text }, source = readFileSync(inCheckout(file), 'utf8')) {
  const found = source.split(text).length - 1;
  if (found === 1) return null;
  const how = found === 0 ? 'is no longer in' : `is ${found} times in`;
  return `${file}: the text of the mutant "${what}" ${how} the file:\n  ${text}`;
}

/** How the tests of a package ended: the mutant survived, or was killed by the named test. */
export function judged({ code, output }) {
  if (code === 0) return { survived: true };
  const test = /^\s*--- FAIL: (\S+)/m.exec(output)?.[1];
  return {
    test,
    killedBy: test ?? (/panic: test timed out/.test(output) ? 'a test that never ended' : 'a test that panicked'),
  };
}
