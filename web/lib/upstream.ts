import { Agent, type IncomingHttpHeaders, request as send } from 'node:http';
import { ApolloClient, InMemoryCache } from '@apollo/client';
import type { DocumentNode, FormattedExecutionResult } from 'graphql';
import { type GraphQLRequest, persistedLink } from './link';

const agent = new Agent({ keepAlive: true, maxSockets: 256, keepAliveMsecs: 15_000 });
const patience = 15_000;

/** What of the member's request the API gets to see: no hop-by-hop header, no host, no length. */
const forwarded = [
  'cookie',
  'user-agent',
  'accept-language',
  'referer',
  'x-kaiin-context',
  'x-kaiin-locale',
  'x-request-id',
];

export function forwardedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || !(forwarded.includes(name) || name.startsWith('x-forwarded-'))) continue;
    out[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return out;
}

/** The API gave no usable answer: `status` is what the member's page answers with. */
export class UpstreamError extends Error {
  constructor(
    readonly status: 502 | 503 | 504,
    message: string,
  ) {
    super(message);
  }
}

/** A cache for a client that caches nothing: documents go as they are, where the usual one would rewrite them for each request. */
class NoCache extends InMemoryCache {
  override transformDocument(document: DocumentNode): DocumentNode {
    return document;
  }
}

export type Upstream = { client: ApolloClient; setCookies: string[] };

/**
 * One client per page request. It keeps nothing and merges nothing: a client shared between members would hand one member's
 * answer to another. Cookies that the API sets are collected for the page's own answer.
 */
export function upstream(headers: IncomingHttpHeaders): Upstream {
  const setCookies: string[] = [];
  const own = forwardedHeaders(headers);
  const link = persistedLink((request) => post(request, own, setCookies));
  const client = new ApolloClient({
    link,
    cache: new NoCache(),
    queryDeduplication: false,
  });
  return { client, setCookies };
}

function post(request: GraphQLRequest, headers: Record<string, string>, setCookies: string[], again = true) {
  const url = new URL('/graphql', process.env.KAIIN_API_URL ?? 'http://127.0.0.1:8080');
  const body = JSON.stringify(request);
  return new Promise<FormattedExecutionResult>((resolve, reject) => {
    const call = send(
      url,
      {
        method: 'POST',
        agent,
        timeout: patience,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          accept: 'application/json',
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', () => reject(new UpstreamError(502, 'the API broke off its answer')));
        answer.on('end', () => {
          setCookies.push(...(answer.headers['set-cookie'] ?? []));
          try {
            const result = JSON.parse(Buffer.concat(chunks).toString('utf8'));
            if (result.data === undefined && result.errors === undefined) throw new Error('neither data nor errors');
            resolve(result);
          } catch {
            reject(new UpstreamError(502, `the API answered ${answer.statusCode} without a GraphQL result`));
          }
        });
      },
    );
    call.on('timeout', () => call.destroy(new UpstreamError(504, `the API gave no answer in ${patience} ms`)));
    call.on('error', (error: NodeJS.ErrnoException) => {
      // The API may close an idle connection at the moment it is reused; a screen is a read, so it is asked again.
      if (again && call.reusedSocket && error.code === 'ECONNRESET') {
        resolve(post(request, headers, setCookies, false));
        return;
      }
      reject(
        error instanceof UpstreamError
          ? error
          : new UpstreamError(503, `the API cannot be reached: ${error.code ?? error.message}`),
      );
    });
    call.end(body);
  });
}
