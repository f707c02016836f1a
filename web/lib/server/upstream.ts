import { Agent, type IncomingHttpHeaders, type RequestOptions, request as send } from 'node:http';
import type { FormattedExecutionResult } from 'graphql';
import type { StaffRequest } from '@/lib/desk/document';
import type { GraphQLRequest } from '@/lib/document';

const agent = new Agent({ keepAlive: true, maxSockets: 256, keepAliveMsecs: 15_000 });
const patience = 15_000;

let known: { address: string; at: RequestOptions } | undefined;

/** Where the API listens, in the parts a request is made of; taken apart once. */
function api(): RequestOptions {
  const address = process.env.KAIIN_API_URL ?? 'http://127.0.0.1:8080';
  if (known?.address !== address) {
    const { hostname, port } = new URL(address);
    known = { address, at: { hostname, port, path: '/graphql', method: 'POST', agent, timeout: patience } };
  }
  return known.at;
}

/**
 * What of the member's request the API gets to see: no hop-by-hop header, no host,
 * no length.
 */
const forwarded = [
  'cookie',
  'user-agent',
  'accept-language',
  'referer',
  'x-kaiin-context',
  'x-kaiin-locale',
  'x-request-id',
  'traceparent',
];

function forwardedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || !(forwarded.includes(name) || name.startsWith('x-forwarded-'))) continue;
    out[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return out;
}

/** The API gave no usable answer: `status` is what the member's page answers with. */
class UpstreamError extends Error {
  constructor(
    readonly status: 502 | 503 | 504,
    message: string,
  ) {
    super(message);
  }
}

type Answer = { result: FormattedExecutionResult; setCookies: string[] };

/**
 * Asks the API on behalf of the member whose request had these headers. Every page asks for itself:
 * nothing is kept, shared or merged between members. Cookies that the API sets come back for the
 * page's own answer. Rejects with UpstreamError.
 */
export function ask(request: GraphQLRequest, headers: IncomingHttpHeaders): Promise<Answer> {
  return post(JSON.stringify(request), forwardedHeaders(headers));
}

/** Asks the desk on behalf of the person of the staff whose request had these headers. */
export function askDesk(request: StaffRequest, headers: IncomingHttpHeaders): Promise<Answer> {
  return post(JSON.stringify(request), { ...forwardedHeaders(headers), 'x-kaiin-staff': '1' });
}

function post(body: string, headers: Record<string, string>, again = true): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = send(
      {
        ...api(),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          accept: 'application/json',
          ...headers,
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', () => reject(new UpstreamError(502, 'the API broke off its answer')));
        answer.on('end', () => {
          try {
            const result = JSON.parse(Buffer.concat(chunks).toString('utf8'));
            if (result.data === undefined && result.errors === undefined) throw new Error('neither data nor errors');
            resolve({ result, setCookies: answer.headers['set-cookie'] ?? [] });
          } catch {
            reject(new UpstreamError(502, `the API answered ${answer.statusCode} without a GraphQL result`));
          }
        });
      },
    );
    call.on('timeout', () => call.destroy(new UpstreamError(504, `the API gave no answer in ${patience} ms`)));
    call.on('error', (error: NodeJS.ErrnoException) => {
      // The API may close an idle connection at the moment it is reused; a screen is a read, so it
      // is asked again.
      if (again && call.reusedSocket && error.code === 'ECONNRESET') {
        resolve(post(body, headers, false));
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
