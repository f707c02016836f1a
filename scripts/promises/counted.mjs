// What the commands say of how much they did: a number, and what it counts. A line without
// a number is one.
const counts = [
  [/(\d+) deaths, at failpoints/, 'kills'],
  [/after (\d+) deaths: /, 'kills until it was noticed'],
  [/(\d+) of \d+ mutants were killed/, 'mutants'],
  [/(\d+) of \d+ missing parts were noticed/, 'missing parts'],
  [/KAIIN_LIVES=(\d+): /, 'members'],
  [/ℹ pass (\d+)$/, 'tests'],
  [/--- PASS: Test[^/\s]+ \(/, 'tests'],
];

/** How much a command did, by its output, such as "24 kills"; null where it did nothing. */
export function counted(lines) {
  for (const [pattern, what] of counts) {
    const found = lines.map((line) => pattern.exec(line)).filter(Boolean);
    const sum = found.reduce((total, [, number = 1]) => total + Number(number), 0);
    if (sum > 0) return `${sum} ${sum === 1 ? what.replace(/s\b/, '') : what}`;
  }
  return null;
}
