import { spawnSync } from 'node:child_process';
import { throwProblems } from './problem.mjs';

const go = {
  name: 'Go',
  command: ['go', 'version'],
  pattern: /go(\d+)\.(\d+)/,
  least: [1, 26],
  from: 'https://go.dev/dl/',
};
const node = {
  name: 'Node.js',
  command: ['node', '--version'],
  pattern: /v(\d+)\.(\d+)/,
  least: [20, 20],
  from: 'https://nodejs.org/',
};
const npm = {
  name: 'npm',
  command: ['npm', '--version'],
  pattern: /(\d+)\.(\d+)/,
  least: [10, 0],
  from: 'https://nodejs.org/',
};

/**
 * Throws a Problem with one sentence for each tool that is missing or too old. Has Go build in such
 * a way that checkouts share what is compiled.
 */
export function checkTools(tools = [go, node, npm]) {
  throwProblems(tools.map(problemWith).filter(Boolean));
  process.env.GOFLAGS = sharing(spawnSync('go', ['env', 'GOFLAGS'], { encoding: 'utf8' }).stdout ?? '');
}

/**
 * Go's flags, and the one that leaves the folder of the checkout out of what is compiled: otherwise
 * a fresh clone compiles everything anew.
 */
export function sharing(flags) {
  const words = flags.split(/\s+/).filter(Boolean);
  return (words.includes('-trimpath') ? words : [...words, '-trimpath']).join(' ');
}

function problemWith({ name, command: [program, ...args], pattern, least, from }) {
  const needed = `Kaiin needs ${name} ${least.join('.')} or newer`;
  const ran = spawnSync(program, args, { encoding: 'utf8' });
  if (ran.error) return `${needed}, but there is no "${program}" command: install it from ${from}.`;
  const found = pattern.exec(ran.stdout);
  if (!found) return `${needed}, but "${program} ${args.join(' ')}" answered with no version.`;
  const [major, minor] = [Number(found[1]), Number(found[2])];
  if (major > least[0] || (major === least[0] && minor >= least[1])) return null;
  return `${needed}, but this machine has ${major}.${minor}: install a newer one from ${from}.`;
}
