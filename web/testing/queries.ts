import type { Document } from '@/lib/document';

type Query = Document<unknown, never>;

const modules = import.meta.glob<Record<string, Query>>('/generated/*Screen.ts', { eager: true });

/** The query of every page, by the name of its module. */
export const queriesOfPages = Object.entries(modules).map(
  ([file, module]) => [file.replace(/^.*\/|\.ts$/g, ''), Object.values(module)[0] as Query] as const,
);

/** Its variables. Those that are true or false unless given are given. */
const variablesOf = ({ definitions: [operation] }: Query) =>
  operation?.kind === 'OperationDefinition'
    ? (operation.variableDefinitions ?? []).map(({ variable, defaultValue }) => ({
        name: variable.name.value,
        isGiven: defaultValue?.kind === 'BooleanValue',
      }))
    : [];

/**
 * Variables that a query can be asked with: none, words, nothing, and whether parts are left out.
 */
export function trialsOf(query: Query): Record<string, unknown>[] {
  return [(_: string) => undefined, (name: string) => name, (_: string) => null, (_: string) => true].map((of) =>
    Object.fromEntries(variablesOf(query).map(({ name, isGiven }) => [name, isGiven ? of(name) === true : of(name)])),
  );
}
