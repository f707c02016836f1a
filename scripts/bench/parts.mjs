import { Problem } from '../stack/problem.mjs';

/**
 * Measures one part after the other: `results` has what each found, `broken` why one did not, by
 * the names of the parts. One that breaks takes nothing from the others, and keeps what its error
 * says that it `found` until then.
 */
export async function measure(parts, say) {
  const results = {};
  const broken = {};
  for (const [name, part] of Object.entries(parts)) {
    say(`Measuring ${name}…`);
    try {
      results[name] = await part();
      if (!isFigure(results[name])) throw new Error(`it gave ${JSON.stringify(results[name])}, which is no figure`);
    } catch (error) {
      if (error instanceof Problem && error.message === 'Stopped.') throw error;
      delete results[name];
      if (error.found) results[name] = error.found;
      broken[name] = error.message;
    }
  }
  return { results, broken };
}

/**
 * Whether something is a number, or a table of such that has one. Words beside numbers are names.
 */
export function isFigure(value) {
  if (typeof value === 'number') return Number.isFinite(value);
  const inner = Object.values(value ?? {}).filter((part) => typeof part !== 'string');
  return inner.length > 0 && inner.every(isFigure);
}
