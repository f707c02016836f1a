import type { CombinedGraphQLErrors } from '@apollo/client';
import type { GraphQLFormattedError } from 'graphql';

/**
 * Why a page or an action failed: the status a browser sees, 0 where no answer came, the server's
 * stable code, its text and its request id.
 */
export type Fault = {
  status: number;
  code: string;
  message: string | null;
  requestId: string | null;
  /** Seconds to wait before another try can succeed, when the server says so. */
  retryAfter?: number;
  /** Where that is done which has to be done first, such as logging in. */
  redirectTo?: string;
  /** The page's own data could not be loaded; its error page says so (E-001). */
  loading?: boolean;
};

const statuses: Record<string, number> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  PROFILE_FORBIDDEN: 403,
  REGION_BLOCKED: 403,
  NOT_FOUND: 404,
  INVALID: 400,
  CONFLICT: 409,
  TOO_MANY_REQUESTS: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

/** The fault that an answer's errors tell; the first counts. */
export function faultIn([first]: readonly GraphQLFormattedError[]): Fault {
  const extensions = first?.extensions ?? {};
  const code = typeof extensions.code === 'string' ? extensions.code : 'INTERNAL';
  const status = typeof extensions.status === 'number' ? extensions.status : (statuses[code] ?? 500);
  const { retryAfter, redirectTo } = extensions;
  return {
    status,
    code,
    message: first?.message || null,
    requestId: textOr(extensions.requestId),
    ...(typeof retryAfter === 'number' && retryAfter > 0 && { retryAfter }),
    ...(typeof redirectTo === 'string' && { redirectTo }),
  };
}

/**
 * `offline`: the browser had no network when it began, so that nothing was sent. The same holds
 * where the code that would have sent it did not load, which a network does that is there in name
 * only.
 */
export function faultOf(error: unknown, offline = false): Fault {
  if (isAnswer(error)) return faultIn(error.errors);
  const { status, name } = (error ?? {}) as { status?: unknown; name?: unknown };
  const unsent = offline || name === 'ChunkLoadError';
  if (unsent || status === 0) {
    return { status: 0, code: unsent ? 'OFFLINE' : 'UNANSWERED', message: null, requestId: null };
  }
  if (typeof status === 'number' && status >= 400 && status < 600) {
    return { status, code: status === 503 ? 'UNAVAILABLE' : 'UPSTREAM', message: null, requestId: null };
  }
  return { status: 500, code: 'INTERNAL', message: null, requestId: null };
}

/** By its name, as Apollo itself is not there before the first action. */
function isAnswer(error: unknown): error is CombinedGraphQLErrors {
  return (error as { name?: unknown } | null)?.name === 'CombinedGraphQLErrors';
}

function textOr(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
