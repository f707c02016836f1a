import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inCheckout } from '../stack/checkout.mjs';

const starts = /\bgo (func\b|[\w.]+\()|\bsync\.WaitGroup\b|\berrgroup\b|\.Go\(|\bfaulttest\.Races\(/;

/**
 * The tests of Go packages in which goroutines meet: those that start some, by themselves or
 * through a function of their package's tests. They need no list, so none is forgotten.
 */
export function racingTests(packages) {
  const starting = packages.flatMap((name) => {
    const folder = inCheckout(...name.split('/').slice(1));
    const files = readdirSync(folder).filter((file) => file.endsWith('_test.go'));
    return startersIn(files.map((file) => readFileSync(join(folder, file), 'utf8')));
  });
  return [...new Set(starting)].filter((name) => /^Test(?!Main$)[^a-z]/.test(name)).sort();
}

/** The functions in sources of Go that start goroutines, or call one that does. */
export function startersIn(sources) {
  const functions = sources.flatMap((source) =>
    source
      .split(/^(?=func )/m)
      .slice(1)
      .map((text) => ({ name: /^func (?:\([^)]*\) ?)?(\w+)/.exec(text)[1], body: text.slice(text.indexOf('{')) })),
  );
  const starters = new Set(functions.filter(({ body }) => starts.test(body)).map(({ name }) => name));
  for (let before = -1; before < starters.size; ) {
    before = starters.size;
    const calls = new RegExp(`\\b(${[...starters].join('|')})\\(`);
    for (const { name, body } of functions) if (starters.size > 0 && calls.test(body)) starters.add(name);
  }
  return [...starters];
}
