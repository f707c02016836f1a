import { type IncomingMessage, request } from 'node:http';
import { site } from '../harness/addresses.ts';
import type { Locale } from './words.ts';

export type Answer = { status: number; headers: Headers; text: string; body: Record<string, unknown> };

/** The same with the address that answered. */
export type Arrival = Answer & { at: string };

/**
 * A browser without a window: it keeps cookies and talks to the site's JSON interface and pages.
 * Its calls are no `fetch`, which says of each that it is no navigation, as what a page loads is,
 * and is refused where browsers navigate to.
 */
export class Visitor {
  readonly #cookies = new Map<string, string>();

  constructor(
    public locale: Locale = 'ja',
    readonly userAgent = 'Kaiin journeys',
    readonly address = '',
  ) {
    this.speak(locale);
  }

  /** Reads everything in this language from now on. */
  speak(locale: Locale): void {
    this.locale = locale;
    this.#cookies.set('locale', locale);
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  /** The cookies in the form Playwright's `context.addCookies` takes. */
  cookies() {
    return [...this.#cookies].map(([name, value]) => ({ name, value, url: site, sameSite: 'Lax' as const }));
  }

  get(path: string): Promise<Answer> {
    return this.#send('GET', path);
  }

  post(path: string, body: unknown): Promise<Answer> {
    return this.#send('POST', path, body);
  }

  /** Sends a form as a page without scripts does. */
  submit(path: string, form: URLSearchParams): Promise<Answer> {
    return this.#send('POST', path, form);
  }

  /** A call that must succeed: the body of its answer. */
  async must(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Record<string, unknown>> {
    const answer = await this.#send(method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 500)}`);
    return answer.body;
  }

  /** The same visitor in another browser, which has these cookies and keeps its own from now on. */
  with(userAgent: string): Visitor {
    const other = new Visitor(this.locale, userAgent, this.address);
    for (const [name, value] of this.#cookies) other.#cookies.set(name, value);
    return other;
  }

  /**
   * Goes where a redirect leads, also by way of another site: the address that answers with
   * something else.
   */
  async follow(address: string): Promise<string> {
    return (await this.arrive(address)).at;
  }

  /** The same with the answer itself. */
  async arrive(address: string): Promise<Arrival> {
    let at = new URL(address, site).href;
    for (let hop = 0; hop < 8; hop++) {
      const answer = await this.#send('GET', at);
      const location = answer.headers.get('location');
      if (!location) return { ...answer, at };
      at = new URL(location, at).href;
    }
    throw new Error(`${address} redirects without end.`);
  }

  async #send(method: string, path: string, body?: unknown): Promise<Answer> {
    const url = new URL(path, site);
    const own = url.origin === site;
    const headers: Record<string, string> = { 'user-agent': this.userAgent };
    if (own && this.address) headers['x-forwarded-for'] = this.address;
    if (own) headers.cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const isForm = body instanceof URLSearchParams;
    if (body !== undefined) Object.assign(headers, { origin: site });
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    if (body !== undefined) Object.assign(headers, { 'content-type': type });
    const answer = await new Promise<IncomingMessage>((take, fail) => {
      const sent = isForm ? String(body) : body === undefined ? undefined : JSON.stringify(body);
      request(url, { method, headers }, take).on('error', fail).end(sent);
    });
    if (own) this.#keep(answer.headers['set-cookie'] ?? []);
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part);
    const text = Buffer.concat(parts).toString();
    const got = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
    const json = got.get('content-type')?.includes('json') ?? false;
    return { status: answer.statusCode ?? 0, headers: got, text, body: json ? JSON.parse(text) : {} };
  }

  #keep(lines: string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split('; ');
      const at = pair.indexOf('=');
      const name = pair.slice(0, at);
      const gone = attributes.some((text) => /^max-age=(0|-\d+)$/i.test(text)) || at === pair.length - 1;
      if (gone) this.#cookies.delete(name);
      else this.#cookies.set(name, pair.slice(at + 1));
    }
  }
}
