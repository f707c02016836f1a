import type { BrowserContext, Request } from '@playwright/test';

/**
 * Listens to every page of the contexts it is given: what the console and the pages complain about
 * (a hydration mismatch and a breach of the Content-Security-Policy show there), parts that failed
 * to load, and the calls made.
 */
export class Watch {
  readonly complaints: string[] = [];
  /** Names of the GraphQL operations the pages ran, in order. */
  readonly operations: string[] = [];
  /** What the console was told at the level info. */
  readonly infos: string[] = [];
  #allowed: RegExp[] = [];

  /** Listens to one more context. */
  listen(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() === 'info') this.infos.push(message.text());
      // What failed to load is judged by its response below, where its kind is known.
      if (!['error', 'warning'].includes(message.type()) || /^Failed to load resource/.test(message.text())) return;
      this.#complain(`console ${message.type()}: ${message.text()}`);
    });
    context.on('weberror', (error) => this.#complain(`uncaught: ${error.error().message}`));
    context.on('request', (request) => {
      const name = operationOf(request);
      if (name) this.operations.push(name);
    });
    context.on('response', (response) => {
      const request = response.request();
      // Pages and calls have their own say about faults; anything else that is missing is
      // a mistake.
      if (response.status() < 400 || request.resourceType() === 'document' || operationOf(request)) return;
      if (new URL(request.url()).pathname.startsWith('/_next/data/')) return;
      this.#complain(`${response.status()} for ${request.url()}`);
    });
  }

  /** From now on this complaint is no fault: the journey brings it about. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  times(operation: string): number {
    return this.operations.filter((name) => name === operation).length;
  }

  #complain(text: string): void {
    if (!this.#allowed.some((pattern) => pattern.test(text))) this.complaints.push(text);
  }
}

function operationOf(request: Request): string | undefined {
  if (new URL(request.url()).pathname !== '/graphql') return undefined;
  const { operationName } = (request.postDataJSON() ?? {}) as { operationName?: string };
  return operationName ?? 'unnamed';
}
