import { Problem } from '../stack/problem.mjs';

/**
 * Puts all mutants of one file into it, each behind its number in KAIIN_MUTANT, so that one build
 * serves them all: of a function there is a copy for each of its mutants, of a constant a variable
 * that is one of several. `mutants` are `{ number, text, instead }`; each text is in the file once.
 * The package needs `switchSource` beside it.
 */
export function switched(source, mutants) {
  const places = new Map(); // where a declaration begins, to what it is and the mutants in it
  for (const mutant of mutants) {
    const place = placeOf(source, source.indexOf(mutant.text));
    if (!places.has(place.from)) places.set(place.from, { ...place, mutants: [] });
    places.get(place.from).mutants.push(mutant);
  }
  let result = source;
  const after = [];
  for (const { from, to, block, mutants: here } of [...places.values()].sort((a, b) => b.from - a.from)) {
    const declared = source.slice(from, to);
    const variants = here.map(({ number, text, instead }) => ({ number, code: declared.split(text).join(instead) }));
    const idle = here.find((_, i) => variants[i].code === declared);
    if (idle)
      throw new Problem(`The text of a mutant reaches out of its declaration and changes nothing: ${idle.text}`);
    const isFunction = declared.startsWith('func ');
    const code = isFunction ? functions(declared, variants) : variable(declared, variants);
    if (block) after.push(code);
    result = result.slice(0, from) + (block ? '' : code) + result.slice(to);
  }
  return [result, ...after, ''].join('\n');
}

/** The file beside a switched one that knows which mutant is on. */
export const switchSource = (name) => `package ${name}

import (
	"os"
	"strconv"
)

var mutantOn, _ = strconv.Atoi(os.Getenv("KAIIN_MUTANT"))

func orMutant[T any](usual T, number int, mutant T) T {
	if mutantOn == number {
		return mutant
	}
	return usual
}
`;

// The declaration around a position of formatted Go: a function, a line of a const block, or any
// other one, to its blank line.
function placeOf(source, at) {
  const before = `\n${source}`.slice(0, at + 7);
  const from = Math.max(...['\nfunc ', '\nconst ', '\nvar '].map((word) => before.lastIndexOf(word)));
  if (/^const \($/m.test(source.slice(from, source.indexOf('\n', from)))) {
    const start = source.lastIndexOf('\n', at) + 1;
    return { from: start, to: source.indexOf('\n', at), block: true };
  }
  const line = source.slice(from, source.indexOf('\n', from));
  if (!line.startsWith('func ')) return { from, to: endOf(source, '\n\n', from) };
  return { from, to: /\{$/.test(line) ? endOf(source, '\n}\n', from) + 2 : from + line.length };
}

const endOf = (source, mark, from) => (source.indexOf(mark, from) < 0 ? source.length : source.indexOf(mark, from));

// const or line `name = value // comment` as a variable.
function variable(declared, variants) {
  const read = (code) => /^\s*(?:const |var )?(\w+)\s*= ([\s\S]*?)(?:\s+\/\/[^\n`]*)?$/.exec(code).slice(1);
  const [name, usual] = read(declared);
  const value = variants.reduce((inner, { number, code }) => `orMutant(${inner}, ${number}, ${read(code)[1]})`, usual);
  return `var ${name} = ${value}`;
}

// A method calls its copy by its receiver, which may have had no name.
const withReceiver = (code) => code.replace(/^func \(([^\s)]+)\) /, 'func (receiver $1) ');

// The function, which calls its copy while a mutant of it is on, and the copies.
function functions(original, originals) {
  const declared = withReceiver(original);
  const variants = originals.map(({ number, code }) => ({ number, code: withReceiver(code) }));
  const { receiver, name, parameters, results, body } = parts(declared);
  const call = (number) => `${receiver ? `${receiver}.` : ''}${name}Mutant${number}(${parameters.join(', ')})`;
  const calls = variants.map(({ number }) =>
    results
      ? `if mutantOn == ${number} { return ${call(number)} }`
      : `if mutantOn == ${number} { ${call(number)}; return }`,
  );
  const usual = `${declared.slice(0, body)}\n${calls.join('\n')}\n${declared.slice(body)}`;
  const copies = variants.map(({ number, code }) => code.replace(`${name}(`, `${name}Mutant${number}(`));
  return [usual, ...copies].join('\n\n');
}

// The names in a function's head, and where its body begins.
function parts(declared) {
  let at = 'func '.length;
  let receiver = null;
  if (declared[at] === '(') {
    const close = closing(declared, at);
    receiver = declared.slice(at + 1, close).split(' ')[0];
    at = close + 2;
  }
  const open = declared.indexOf('(', at);
  const close = closing(declared, open);
  const brace = declared.indexOf('{', close);
  return {
    receiver,
    name: declared.slice(at, open),
    parameters: named(declared.slice(open + 1, close)),
    results: declared.slice(close + 1, brace).trim(),
    body: brace + 1,
  };
}

// The names of a parameter list, the variable last one as it is passed on.
function named(list) {
  const names = [];
  let depth = 0;
  let part = '';
  for (const c of `${list},`) {
    if ('([{'.includes(c)) depth++;
    if (')]}'.includes(c)) depth--;
    if (c !== ',' || depth > 0) part += c;
    else if (part.trim()) {
      names.push(part.trim().split(' ')[0] + (part.includes('...') ? '...' : ''));
      part = '';
    }
  }
  return names;
}

function closing(text, open) {
  let depth = 0;
  for (let at = open; ; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return at;
  }
}
