import { sandbox } from '../harness/addresses.ts';

type Mail = { id: number; to: string; subject: string; text: string; at: string };
type LedgerEntry = { kind: string; custCode: string; amount: number; status: string };

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(sandbox + path, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The sandbox answered ${method} ${path} with ${answer.status}: ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

/**
 * Asks until there is an answer: at once, and then as often as jobs are looked for, which is what
 * is mostly waited for.
 */
async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`Waited in vain for ${what}.`);
}

const box = (address: string) => call<Mail[]>('GET', `/inbox.json?to=${encodeURIComponent(address)}`);

/** The mails to an address, newest first. */
export const inbox = box;

/** The newest mail to the address whose subject fits, once it is there. */
export function mailTo(address: string, subject: RegExp): Promise<Mail> {
  return until(`a mail to ${address} about ${subject}`, async () =>
    (await box(address)).find((mail) => subject.test(mail.subject)),
  );
}

/** The codes of six digits mailed to the address so far, newest first. */
export const mailedCodes = async (address: string): Promise<string[]> =>
  (await box(address)).flatMap(({ text }) => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? []);

/** The newest code mailed to the address, once there are more than `after`. */
export const mailedCode = (address: string, after = 0): Promise<string> =>
  until(`a code for ${address}`, async () => {
    const codes = await mailedCodes(address);
    return codes.length > after ? codes[0] : undefined;
  });

/**
 * The amounts really charged to the given payment methods, oldest first; refunds are not taken off.
 */
export async function settled(paymentMethodIds: readonly string[]): Promise<number[]> {
  const customers = new Set(paymentMethodIds.map((id) => id.replaceAll('-', '')));
  const entries = await call<LedgerEntry[]>('GET', '/ledger.json');
  return entries
    .filter(
      ({ kind, status, custCode }) =>
        kind === 'charge' && status === 'settled' && customers.has(custCode.replaceAll('-', '')),
    )
    .map(({ amount }) => amount);
}

export type Outcome = {
  service?: 'sbps' | 'paypal';
  outcome: string;
  function?: string;
  times?: number;
  delay?: string;
};

/** Scripts what the payment service does next: that of cards and carriers, or PayPal. */
export const next = (outcome: Outcome) => call('POST', '/next', { service: 'sbps', ...outcome });

/** Scripts what the video service does next. */
export const nextVideo = (outcome: string) => call('POST', '/next', { service: 'streaks', outcome });

/** Forgets what was scripted and not used. */
export const forgetNext = () => call('DELETE', '/next');

/**
 * Ends what was agreed on at a carrier as its customer does there. We hear of it with the next
 * charge.
 */
export const endAtCarrier = (agreement: string) => press(`/sbps/contracts/${agreement}/end`);

/** Ends what was agreed on at PayPal as its customer does there. PayPal tells us. */
export const endAtPaypal = (agreement: string) => press(`/paypal/wallets/${agreement}/end`);

async function press(path: string): Promise<void> {
  const { status } = await fetch(sandbox + path, { method: 'POST', redirect: 'manual' });
  if (status !== 303) throw new Error(`The sandbox answered ${path} with ${status}.`);
}

/** Moves the clock of everything and returns when what became due is done. */
export const advance = (by: string) => call('POST', '/clock', { advance: by });

/** What the sandbox's clock says. */
export const now = async () => new Date((await call<{ now: string }>('GET', '/clock')).now);

/**
 * Moves the clock on to past ten o'clock in Tokyo, when members are reminded, where the day is not
 * so far yet.
 */
export async function pastTen(): Promise<void> {
  const hour = ((await now()).getUTCHours() + 9) % 24;
  if (hour < 11) await advance(`${11 - hour}h`);
}

/**
 * A one-time token of a card, as the provider's script would make it. It expires in another year
 * than a card that is typed into a form, so that it is another card.
 */
export function cardToken(number: string): Promise<{ token: string; tokenKey: string }> {
  const ccExpiration = `${new Date().getFullYear() + 4}12`;
  return call('POST', '/sbps/tokens', { ccNumber: number, ccExpiration, securityCode: '123' });
}

/** A one-time token of the card's holder for 3-D Secure. */
export const holderToken = () =>
  call<{ tds2infoToken: string; tds2infoTokenKey: string }>('POST', '/sbps/tds-tokens', {});

/** What carriers tell of the months that they charged by themselves, as their file has it. */
export async function resultsFile(): Promise<Uint8Array> {
  const answer = await fetch(`${sandbox}/sbps/results.csv`);
  if (!answer.ok) throw new Error(`The sandbox answered with ${answer.status} when asked for the results.`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** The agreements that a carrier goes on charging by itself. */
export const agreements = async () =>
  (await call<{ trackingId: string; simple: boolean; state: string }[]>('GET', '/sbps/contracts.json'))
    .filter(({ simple, state }) => simple && state === 'open')
    .map(({ trackingId }) => trackingId);
