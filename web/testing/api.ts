import type { GraphQLRequest } from '@/lib/document';
import { documentOf, withTypenames } from './typenames';

type Answer = { data?: unknown; errors?: unknown[] };

const answers = new Map<string, Answer[]>();
const calls: GraphQLRequest[] = [];
const paths: { address: string; init?: RequestInit }[] = [];
const routes = new Map<string, () => Response>();

/** What actions tell to have changed, where a test does not say. */
const unchanged = {
  account: null,
  sessions: null,
  trustedDevices: null,
  passkeys: null,
  externalAccounts: null,
  defaultPaymentMethodId: null,
};

/** The next answer to an operation; the last one given is repeated. */
export function answer(operation: string, data: { result?: object | null; [field: string]: unknown }): void {
  const told = data.result ? { ...data, result: { ...unchanged, ...data.result } } : data;
  answers.set(operation, [...(answers.get(operation) ?? []), { data: told }]);
}

export function answerError(operation: string, code: string, message = '', extensions: object = {}): void {
  answers.set(operation, [
    ...(answers.get(operation) ?? []),
    { data: null, errors: [{ message, extensions: { code, ...extensions } }] },
  ]);
}

/** The answer to a plain path. */
export function answerPath(path: string, status: number, body: unknown): void {
  routes.set(
    path,
    () => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }),
  );
}

/**
 * What an operation was called with, in order: the fields of its input, where it takes one, else
 * its variables.
 */
export function asked(operation: string): Record<string, unknown>[] {
  return calls
    .filter((call) => call.operationName === operation)
    .map((call) => (call.variables.input ?? call.variables) as Record<string, unknown>);
}

export function askedPaths(): string[] {
  return paths.map(({ address }) => address);
}

export function resetApi(): void {
  answers.clear();
  routes.clear();
  calls.length = 0;
  paths.length = 0;
  globalThis.fetch = fakeFetch as typeof fetch;
}

async function fakeFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const address = String(input);
  if (address !== '/graphql') {
    paths.push({ address, init });
    const route = routes.get(address);
    if (!route) throw new Error(`no answer for ${address}`);
    return route();
  }
  const request = JSON.parse(String(init?.body)) as GraphQLRequest;
  calls.push(request);
  const queue = answers.get(request.operationName);
  if (!queue) throw new Error(`no answer for ${request.operationName}`);
  const result = queue.length > 1 ? queue.shift() : queue[0];
  const named = result?.data
    ? { ...result, data: withTypenames(documentOf(request.operationName), result.data) }
    : result;
  return new Response(JSON.stringify(named), { headers: { 'content-type': 'application/json' } });
}
