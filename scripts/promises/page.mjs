import { rowsOf, table } from './table.mjs';

/** The page: each promise as the README has it, its proofs and controls, and their results. */
export function page(promises, results) {
  const all = Object.keys(table).flatMap(rowsOf);
  const sections = promises.flatMap(({ number, title, text }) => [
    `## ${number}. ${title}`,
    '',
    ...text.split('\n').map((line) => `> ${beside(line)}`),
    '',
    '| | command | what it shows | last result | of |',
    '| --- | --- | --- | --- | --- |',
    ...rowsOf(number).map((row) => rowOf(row, results[row.command])),
    '',
  ]);
  return [...introduction, summary(all, results), '', ...sections].join('\n');
}

const introduction = [
  '# What shows the promises',
  '',
  'Each promise of the [README](../README.md), with commands that show it and their last results. A proof passes while the',
  'promise is kept. Its control takes a guard out of the program: a check of the same packages has to fail then, or the',
  'proof would show nothing.',
  '`make promises` runs all of them and writes this page, in an hour at most; `make promises PROMISES="1 4"` runs some.',
  'To type one that runs `go test` yourself, first type the line that `make postgres` prints in another terminal.',
  '',
];

// A link of the README, as it is on a page of docs/.
const beside = (line) => line.replaceAll('](docs/', '](').trimEnd();

function summary(rows, results) {
  const run = rows.map(({ command }) => results[command]).filter(Boolean);
  const failed = run.filter(({ passed }) => !passed).length;
  const minutes = Math.ceil(run.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
  return (
    `Of ${rows.length} commands ${run.length - failed} succeeded, ${failed} failed and ${rows.length - run.length} ` +
    `were not run yet${run.length > 0 ? `; together they took ${minutes} min` : ''}.`
  );
}

function rowOf(row, result) {
  const of = result ? `${result.date}, ${result.commit}` : '';
  const cells = [row.kind, `\`${row.command}\``, row.shows, told(row, result), of];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** What became of a row: a control that succeeded has noticed that its guard is missing. */
export function told({ kind }, result) {
  if (!result) return 'not run yet';
  const verdict = result.passed ? { proof: 'passed', control: 'noticed' }[kind] : '**failed**';
  return `${verdict}: ${result.said}, ${result.seconds} s`;
}
