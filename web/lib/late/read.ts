import type { ArgumentNode, FieldNode, SelectionSetNode, VariableNode } from 'graphql';
import type { CacheState } from '../cache';
import type { Document } from '../document';

type Values = Record<string, unknown>;

/**
 * A query's data from what Apollo's cache gave out by `extract()`; undefined when something is missing there. It knows what our
 * documents hold: fields and aliases, arguments that are variables, and no fragments.
 */
export function readQuery(
  state: CacheState,
  { definitions }: Document<unknown, never>,
  variables: Values,
): Values | undefined {
  const [operation] = definitions;
  const root = state.ROOT_QUERY;
  if (operation?.kind !== 'OperationDefinition' || !root) return undefined;
  try {
    return readFields(operation.selectionSet, root);
  } catch (error) {
    if (error === missing) return undefined;
    throw error;
  }

  function readFields({ selections }: SelectionSetNode, object: Values): Values {
    const data: Values = {};
    for (const field of selections as readonly FieldNode[]) {
      const value = object[keyOf(field, variables)];
      if (value === undefined) throw missing;
      data[(field.alias ?? field.name).value] = field.selectionSet ? readInner(field.selectionSet, value) : value;
    }
    return data;
  }

  function readInner(set: SelectionSetNode, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => readInner(set, item));
    if (value === null) return null;
    const { __ref: key } = value as { __ref?: string };
    return readFields(set, (key ? state[key] : value) as Values);
  }
}

const missing = new Error('a field is not in the cache');

/** How the cache names a field: with the arguments that have a value, in the order of the alphabet. */
function keyOf({ name, arguments: given = [] }: FieldNode, variables: Values): string {
  const sorted = given.map((one) => argumentOf(one, variables)).sort(([a], [b]) => (a < b ? -1 : 1));
  const told = JSON.stringify(Object.fromEntries(sorted));
  return told === '{}' ? name.value : `${name.value}(${told})`;
}

function argumentOf({ name, value }: ArgumentNode, variables: Values): [string, unknown] {
  return [name.value, variables[(value as VariableNode).name.value]];
}
