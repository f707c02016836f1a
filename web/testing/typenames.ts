import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildASTSchema,
  concatAST,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isListType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql';

const folder = join(import.meta.dirname, '../../schema');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

let known: GraphQLSchema | undefined;

/** The schema, whose files extend the root types of each other. */
function schema(): GraphQLSchema {
  if (known) return known;
  const files = readdirSync(folder).filter((file) => file.endsWith('.graphqls'));
  const roots = ['Query', 'Mutation'].map((name) => `type ${name}`).join('\n');
  const { definitions } = concatAST(files.map((file) => parse(read(file), { noLocation: true })));
  const fields = (name: string) =>
    definitions.flatMap((node) =>
      (node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION) &&
      node.name.value === name
        ? (node.fields ?? [])
        : [],
    );
  const isRoot = (node: (typeof definitions)[number]) =>
    (node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION) &&
    (node.name.value === 'Query' || node.name.value === 'Mutation');
  const whole = parse(roots, { noLocation: true }).definitions.map((node) =>
    node.kind === Kind.OBJECT_TYPE_DEFINITION ? { ...node, fields: fields(node.name.value) } : node,
  );
  known = buildASTSchema({
    kind: Kind.DOCUMENT,
    definitions: [...definitions.filter((node) => !isRoot(node)), ...whole],
  });
  return known;
}

/**
 * Data as the API answers it: with the name of its type in each object, which tests need not write.
 */
export function withTypenames<D>(document: DocumentNode, data: D): D {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return data;
  const root = schema().getRootType(operation.operation);
  return fill(operation.selectionSet, root as GraphQLObjectType, data, false) as D;

  function fill(set: SelectionSetNode, type: GraphQLObjectType, value: unknown, named = true): unknown {
    if (Array.isArray(value)) return value.map((item) => fill(set, type, item, named));
    if (!value || typeof value !== 'object') return value;
    const filled: Record<string, unknown> = { ...(named && { __typename: type.name }), ...value };
    for (const field of fieldsOf(set)) {
      const key = (field.alias ?? field.name).value;
      const of = type.getFields()[field.name.value]?.type;
      if (field.selectionSet && of && key in filled) {
        filled[key] = fill(field.selectionSet, objectOf(of), filled[key]);
      }
    }
    return filled;
  }

  function fieldsOf({ selections }: SelectionSetNode): FieldNode[] {
    return selections.flatMap((node) => {
      if (node.kind === Kind.FIELD) return [node];
      const inner = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
      return inner ? fieldsOf(inner.selectionSet) : [];
    });
  }
}

function objectOf(type: GraphQLOutputType): GraphQLObjectType {
  const named = getNamedType(type);
  if (!isCompositeType(named)) throw new Error(`${named.name} has no fields`);
  return isAbstractType(named) ? (schema().getPossibleTypes(named)[0] as GraphQLObjectType) : named;
}

/**
 * Data that the API could answer a query with: lists of two, and values that say where they belong.
 */
export function exampleOf(document: DocumentNode): Record<string, unknown> {
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return {};
  return fieldsOf(operation.selectionSet, schema().getQueryType() as GraphQLObjectType, '');

  function fieldsOf({ selections }: SelectionSetNode, type: GraphQLObjectType, at: string): Record<string, unknown> {
    const fields = selections.flatMap((node) => {
      if (node.kind !== Kind.FIELD) return [];
      const of = type.getFields()[node.name.value]?.type;
      const value = of ? valueFor(of, node.selectionSet, `${at}.${node.name.value}`) : type.name;
      return [[(node.alias ?? node.name).value, value]];
    });
    return { __typename: type.name, ...Object.fromEntries(fields) };
  }

  function valueFor(type: GraphQLOutputType, set: SelectionSetNode | undefined, at: string): unknown {
    const nullable = getNullableType(type);
    if (isListType(nullable)) return [0, 1].map((item) => valueFor(nullable.ofType, set, `${at}[${item}]`));
    return set ? fieldsOf(set, objectOf(nullable), at) : at;
  }
}

let documents: Record<string, { text: string }> | undefined;

/** The document of an operation, as the API knows it. */
export function documentOf(operation: string): DocumentNode {
  documents ??= JSON.parse(read('documents.json')) as Record<string, { text: string }>;
  const text = documents[operation]?.text;
  if (!text) throw new Error(`there is no document ${operation}`);
  return parse(text, { noLocation: true });
}
