import { execFileSync } from 'node:child_process';
import { kaiin } from '../../scripts/stack/build.mjs';
import { query } from '../../scripts/stack/postgres.mjs';
import { environments } from '../../scripts/stack/settings.mjs';
import { chosenPorts } from '../harness/ports.ts';

/** Gives back part of what was paid for the bill, as the store's staff does. A job then carries it out. */
export async function refund(earningsId: string, amount: number): Promise<void> {
  const databaseUrl = process.env.KAIIN_JOURNEY_DATABASE ?? '';
  const [charge] = await query(databaseUrl, "SELECT id FROM charges WHERE bill_id = $1 AND state = 'settled'", [
    earningsId,
  ]);
  const wish = ['--charge', charge.id, '--amount', String(amount), '--reason', 'a journey', '--by', 'staff'];
  const env = environments({ ports: chosenPorts(), databaseUrl, dev: false, state: '' }).kaiin;
  execFileSync(kaiin(), ['refund', ...wish], { env });
}

/** The provider's own key of what was agreed on with it when the payment method was added. */
export async function agreementOf(paymentMethodId: string): Promise<string> {
  const databaseUrl = process.env.KAIIN_JOURNEY_DATABASE ?? '';
  const [method] = await query(databaseUrl, 'SELECT reference FROM payment_methods WHERE id = $1', [paymentMethodId]);
  return method.reference;
}
