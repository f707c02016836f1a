import type { FieldNode, SelectionSetNode, VariableNode } from 'graphql';
import type { CacheState } from '../cache';
import type { Document } from '../document';

type Values = Record<string, unknown>;

/**
 * A query's data from what Apollo's cache gave out by `extract()`; undefined when something is
 * missing there. It knows what our documents hold: fields and aliases, arguments that are
 * variables, @skip by a variable, and no fragments. Apollo adds `__typename`, which no view reads.
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
      if (isLeftOut(field, variables)) continue;
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

const missing = {};

/** Whether the document leaves the field out with these variables (@skip). */
export function isLeftOut({ directives = [] }: FieldNode, variables: Values): boolean {
  return directives.some(
    ({ name, arguments: given = [] }) =>
      name.value === 'skip' && given.some(({ value }) => variables[(value as VariableNode).name.value] === true),
  );
}

/**
 * How the cache names a field: with the arguments that have a value, in the order of the alphabet,
 * in which documents have them.
 */
export function keyOf({ name, arguments: given = [] }: FieldNode, variables: Values): string {
  if (given.length === 0) return name.value;
  const told = given.map((one) => [one.name.value, variables[(one.value as VariableNode).name.value]]);
  const args = JSON.stringify(Object.fromEntries(told));
  return args === '{}' ? name.value : `${name.value}(${args})`;
}
