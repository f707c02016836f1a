import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout, inCheckout } from './checkout.mjs';
import { Problem } from './problem.mjs';

const target = inCheckout('web', 'public', 'licenses');

/**
 * What is told by the text itself; Go modules name their licence nowhere else. The first that is
 * found holds.
 */
const kinds = [
  ['Apache-2.0', 'Apache License'],
  ['MPL-2.0', 'Mozilla Public License'],
  ['BSD-3-Clause', 'Neither the name'],
  ['BSD-2-Clause', 'Redistribution and use in source and binary forms'],
  ['MIT', 'Permission is hereby granted, free of charge'],
  ['ISC', 'Permission to use, copy, modify, and'],
];

/**
 * Writes the licences of everything that is shipped, from what is installed, without the network: a
 * text once each as web/public/licenses/HASH.txt, and in list.json who has which. The page
 * /app/licenses shows them.
 */
export function writeLicenses() {
  const texts = new Map();
  const list = [...goModules(), ...packages()].map(({ name, version, folder, license }) => {
    const text = textIn(folder);
    const kind = license ?? kinds.find(([, words]) => text?.includes(words))?.[0];
    if (!kind) throw new Problem(`The licence of ${name} ${version} is not known.`);
    if (!text) return { name, version, license: kind, text: null };
    const id = createHash('sha256').update(text).digest('hex').slice(0, 12);
    texts.set(`${id}.txt`, text);
    return { name, version, license: kind, text: id };
  });
  const files = new Map([...texts, ['list.json', `${JSON.stringify(list.sort(byName), null, 2)}\n`]]);
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(target)) if (!files.has(name)) rmSync(join(target, name));
  for (const [name, text] of files) writeFileSync(join(target, name), text);
}

const keyOf = ({ name, version }) => `${name} ${version}`;
const byName = (a, b) => (keyOf(a) < keyOf(b) ? -1 : 1);

/** The modules linked into the server as it runs on Linux, and Go itself. */
function goModules() {
  const format = '{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}';
  const env = { ...process.env, GOOS: 'linux', GOARCH: 'amd64', CGO_ENABLED: '0' };
  const options = { cwd: checkout, env, encoding: 'utf8', maxBuffer: 1 << 24 };
  const go = (...words) => {
    const { status, stdout, stderr } = spawnSync('go', words, options);
    if (status !== 0) throw new Problem(`go ${words[0]} did not succeed: ${stderr}`);
    return stdout.trim();
  };
  const lines = new Set(go('list', '-deps', '-f', format, './server/cmd/kaiin').split('\n').filter(Boolean));
  const modules = [...lines].map((line) => {
    const [name, version, folder] = line.split('\t');
    return { name, version, folder };
  });
  return [...modules, { name: 'Go', version: go('list', '-m', '-f', '{{.GoVersion}}'), folder: go('env', 'GOROOT') }];
}

/** The npm packages that the site needs in production, but optional ones, with their folders. */
function packages() {
  const locked = JSON.parse(readFileSync(inCheckout('package-lock.json'), 'utf8')).packages;
  return shippedPackages(locked, ['', 'web']).map(({ path, ...one }) => ({ ...one, folder: inCheckout(path) }));
}

/**
 * The npm packages of a lock file that the folders need in production, and Tailwind, whose styles
 * the built ones begin with. Types are no code; optional packages differ from machine to machine.
 */
export function shippedPackages(locked, folders, { optional = false } = {}) {
  const found = new Set();
  const add = (from, name) => {
    const path = installed(locked, from, name);
    if (!path) throw new Problem(`package-lock.json has no ${name}, which ${from || 'the checkout'} needs.`);
    if (found.has(path) || name.startsWith('@types/')) return;
    found.add(path);
    for (const next of Object.keys(locked[path].dependencies ?? {})) add(path, next);
    const more = optional ? Object.keys(locked[path].optionalDependencies ?? {}) : [];
    for (const next of more.filter((one) => installed(locked, path, one))) add(path, next);
  };
  for (const from of folders) for (const name of Object.keys(locked[from].dependencies ?? {})) add(from, name);
  add('web', 'tailwindcss');
  const all = [...found].map((path) => ({
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version: locked[path].version,
    license: locked[path].license,
    path,
    entry: locked[path],
  }));
  return [...new Map(all.map((one) => [keyOf(one), one])).values()];
}

/**
 * Where the package is that one at `from` finds under the name: the nearest node_modules upwards.
 */
function installed(locked, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = [...(folder ? [folder] : []), 'node_modules', name].join('/');
    if (locked[path]) return path;
    if (!folder) return undefined;
  }
}

/** The licence in a folder, with its notices; null if the authors put none there. */
function textIn(folder) {
  if (!existsSync(folder)) throw new Problem(`${folder} is not there: is everything installed?`);
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)(\.(txt|md|\w*yaml))?$/i.test(entry.name))
    .map(({ name }) => name)
    .sort();
  const texts = names.map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim());
  return texts.length > 0 ? `${texts.join('\n\n')}\n` : null;
}
