import type { TypedDocumentNode } from '@apollo/client';

/**
 * A document of schema/screens or schema/actions. Only its hash is sent; the server holds the text.
 */
export type Document<Result, Variables> = TypedDocumentNode<Result, Variables> & { readonly hash: string };

export function typed<Result, Variables>(hash: string, document: object): Document<Result, Variables> {
  return { ...document, hash } as Document<Result, Variables>;
}

/** Name of the document's operation, which is also its name in the allow-list. */
export function nameOf(document: TypedDocumentNode<unknown, never>): string {
  for (const node of document.definitions) {
    if (node.kind === 'OperationDefinition' && node.name) return node.name.value;
  }
  throw new Error('a document needs a named operation');
}

/**
 * Whether the document has a variable of this name: `input` of mutations, `root` of pages,
 * `changed` of what changes them.
 */
export function takes(document: TypedDocumentNode<unknown, never>, name: 'input' | 'root' | 'changed'): boolean {
  return document.definitions.some(
    (node) =>
      node.kind === 'OperationDefinition' &&
      node.variableDefinitions?.some(({ variable }) => variable.name.value === name),
  );
}

/** What a call sends to POST /graphql. */
export type GraphQLRequest = {
  operationName: string;
  variables: Record<string, unknown>;
  extensions: { persistedQuery: { version: 1; sha256Hash: string } };
};

export function requestOf(operationName: string, hash: string, variables: Record<string, unknown>): GraphQLRequest {
  return { operationName, variables, extensions: { persistedQuery: { version: 1, sha256Hash: hash } } };
}
