import { randomBytes } from 'node:crypto';
import { request } from 'node:http';

/**
 * Somebody with a browser, by what their browser sends: signs up with an address whose mails are in
 * the sandbox, and answers an app that asks for access.
 */
export class Person {
  #cookies = new Map([['locale', 'en']]);
  #site;
  #sandbox;

  constructor(site, sandbox) {
    this.#site = site;
    this.#sandbox = sandbox;
    this.email = `newcomer.${randomBytes(5).toString('hex')}@example.jp`;
  }

  /** Signs up in the style of the demo store, which asks for no more than a sale needs. */
  async signUp() {
    const { policies } = await this.#must('GET', '/signup/auth/screen-data');
    const policyConsentData = policies.map(({ policyId, revision, key }) => ({ policyId, revision, key }));
    await this.#must('POST', '/zapi/signup/email', { type: 'signUp', email: this.email, policyConsentData });
    await this.#must('POST', '/zapi/signup/pin-code', { pinCode: await this.#mailedCode() });
    const password = randomBytes(9).toString('hex');
    const about = { familyName: '会員', givenName: '太郎', birthday: '19900102', email: this.email, password };
    await this.#must('POST', '/zapi/signup', { ...about, customAssociatedInfo: [], policyConsentData });
  }

  /**
   * Opens the address that an app leads to and allows all it asks for: where the app gets its
   * answer.
   */
  async allow(address) {
    const asked = await this.#send('GET', address);
    const key = new URL(asked.headers.location, this.#site).searchParams.get('request');
    const screen = await this.#must('GET', `/oidc/consent/screen-data?request=${encodeURIComponent(key)}`);
    const form = new URLSearchParams({ request: key, accountId: screen.accountId });
    for (const one of screen.requestScopeKeys) form.append('addScope', one);
    const answer = await this.#send('POST', '/oidc/consent/form', form);
    return new URL(answer.headers.location);
  }

  async #mailedCode() {
    for (let waited = 0; waited < 60_000; waited += 200) {
      const mails = await (await fetch(`${this.#sandbox}/inbox.json?to=${encodeURIComponent(this.email)}`)).json();
      const code = /(?<!\d)\d{6}(?!\d)/.exec(mails[0]?.text ?? '')?.[0];
      if (code) return code;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error('No code was mailed.');
  }

  async #must(method, path, body) {
    const { status, text } = await this.#send(method, path, body);
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 500)}`);
    return JSON.parse(text);
  }

  #send(method, path, body) {
    const form = body instanceof URLSearchParams;
    const headers = { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    if (body) headers.origin = this.#site;
    if (body) headers['content-type'] = form ? 'application/x-www-form-urlencoded' : 'application/json';
    return new Promise((resolve, reject) => {
      const sent = request(new URL(path, this.#site), { method, headers }, (answer) => {
        for (const line of answer.headers['set-cookie'] ?? []) {
          const [name, value] = line.split(';')[0].split('=');
          this.#cookies.set(name, value);
        }
        let text = '';
        answer.on('data', (part) => (text += part));
        answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
      });
      sent.on('error', reject).end(form ? String(body) : body && JSON.stringify(body));
    });
  }
}
