import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kaiin } from '../../scripts/stack/build.mjs';
import { inCheckout } from '../../scripts/stack/checkout.mjs';
import { query } from '../../scripts/stack/postgres.mjs';
import { environments } from '../../scripts/stack/settings.mjs';
import { chosenPorts } from '../harness/ports.ts';
import { resultsFile } from './sandbox.ts';

/** Who of the staff does it, and why: the product keeps that. */
const decided = ['--by', 'staff', '--reason', 'a journey'];

const database = () => process.env.KAIIN_JOURNEY_DATABASE ?? '';

/** What a command of the store's staff prints. */
function staff(...args: string[]): string {
  const env = environments({ ports: chosenPorts(), databaseUrl: database(), dev: false, state: '' }).kaiin;
  return execFileSync(kaiin(), args, { env, encoding: 'utf8' });
}

/**
 * Gives back part of what was paid for the bill, as the store's staff does. A job then carries
 * it out.
 */
export async function refund(earningsId: string, amount: number): Promise<void> {
  const [charge] = await query(database(), "SELECT id FROM charges WHERE bill_id = $1 AND state = 'settled'", [
    earningsId,
  ]);
  staff('refund', '--charge', charge.id, '--amount', String(amount), '--break-glass', ...decided);
}

/** Invites somebody to the desk: the path that their link leads to. */
export function invited(email: string, role: string): string {
  const told = staff('staff', 'add', '--email', email, '--name', '灯 葵', '--role', role, ...decided);
  const [, path] = /(\/staff\/invite\/\S+)/.exec(told) ?? [];
  if (!path) throw new Error(`No link: ${told}`);
  return path;
}

/** What was billed to the member last. */
export async function newestBill({ accountId }: { accountId: string }): Promise<string> {
  const [bill] = await query(database(), 'SELECT id FROM bills WHERE account_id = $1 ORDER BY created_at DESC', [
    accountId,
  ]);
  return bill.id;
}

/**
 * What the store of the journeys has in place of a text of the demo store: the sign-up of the
 * specification, so that a journey can walk each of its pages.
 */
const ofJourneys = ['signupStyle: inline', 'signupStyle: scroll'] as const;

/** Makes the demo store that of the journeys. */
export function seedStore(): void {
  seed([ofJourneys]);
}

/**
 * The store of the journeys with another text in place of one, as the store's staff changes it.
 * Answers how to change it back.
 */
export function changeStore(from: string, to: string): () => void {
  seed([ofJourneys, [from, to]]);
  return seedStore;
}

/** The store as the demo store's file has it. Answers how to change it back. */
export function useDemoStore(): () => void {
  seed([]);
  return seedStore;
}

// In milliseconds: until then the server may show what it has kept of the store before. A journey
// that begins in between reads the one and is answered by the other.
const shownAfter = 2_000;

function seed(changes: readonly (readonly [string, string])[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'store-'));
  cpSync(inCheckout('demo'), folder, { recursive: true });
  const file = join(folder, 'store.yaml');
  let text = readFileSync(file, 'utf8');
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`The store does not say ${from}`);
    text = text.replace(from, to);
  }
  writeFileSync(file, text);
  staff('seed', '--store', file, ...decided);
  rmSync(folder, { recursive: true });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, shownAfter);
}

/** Sends a newsletter to all members who agree to the option. Jobs then mail it. */
export function sendNewsletter(option: string, subject: { ja: string; en: string }): void {
  const folder = mkdtempSync(join(tmpdir(), 'newsletter-'));
  const file = join(folder, 'newsletter.yaml');
  const text = { ja: '今月のご案内です。\n\n1本目は半額です。', en: 'This month.\n\nThe first film is half price.' };
  writeFileSync(file, JSON.stringify({ newsletterId: randomUUID(), subject, text }));
  staff('newsletter', 'send', '--option', option, '--file', file, ...decided);
  rmSync(folder, { recursive: true });
}

/**
 * Imports what the carriers tell of the months that they charged by themselves. Jobs then apply it.
 */
export async function importResults(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'results-'));
  const file = join(folder, 'results.csv');
  writeFileSync(file, await resultsFile());
  staff('settlement', 'import', '--file', file, ...decided);
  rmSync(folder, { recursive: true });
}

/** The contracts for which a carrier has told nothing for a month. */
export function untold(): string[] {
  const open = JSON.parse(staff('settlement', 'open', '--json')) as { kind: string; subscriptionId?: string }[];
  return open.flatMap(({ kind, subscriptionId }) => (kind === 'month' && subscriptionId ? [subscriptionId] : []));
}

/** The provider's own key of what was agreed on with it when the payment method was added. */
export async function agreementOf(paymentMethodId: string): Promise<string> {
  const databaseUrl = process.env.KAIIN_JOURNEY_DATABASE ?? '';
  const [method] = await query(databaseUrl, 'SELECT reference FROM payment_methods WHERE id = $1', [paymentMethodId]);
  return method.reference;
}
