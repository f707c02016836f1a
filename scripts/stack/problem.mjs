/**
 * Something the person at the keyboard can put right. Its message is one plain sentence, shown
 * without a stack.
 */
export class Problem extends Error {
  name = 'Problem';
}

/**
 * Several problems found by one check, all shown at once so that they can be put right in one go.
 */
export function throwProblems(sentences) {
  if (sentences.length > 0) throw new Problem(sentences.join('\n'));
}

/**
 * Runs a script's body, whose result is the exit code (none is 0), and ends the program. A Problem
 * becomes its sentence and exit code 1; anything else is a defect and shows its stack.
 */
export async function main(body) {
  // A terminal that is gone must not keep the rest from being stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  let code = 1;
  try {
    code = (await body()) ?? 0;
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error);
  }
  process.exit(code);
}
