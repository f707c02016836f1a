import type { Hands } from './hands.ts';
import type { Member } from './member.ts';
import type { Words } from './words.ts';

/** A new member in their empty wallet. */
export async function inWallet(hands: Hands, signedIn: () => Promise<Member>): Promise<Member> {
  const member = await signedIn();
  await hands.page.goto('/mypage/payment-method');
  await hands.arrived('payment:wallet.title');
  return member;
}

/**
 * From the wallet, by the button of the way to pay with this name, to the provider's page, where an
 * answer has this test id.
 */
export async function join(hands: Hands, name: string, provider: string, answer: string): Promise<void> {
  await hands.press('payment:join.button', { name });
  await hands.page.waitForURL(provider);
  await hands.page.getByTestId(answer).click();
}

/** Back to the wallet from a page that says what became of a way to pay. */
export async function backToWallet(hands: Hands, say: (key: string, values?: Words) => string): Promise<void> {
  await hands.follow(say('payment:toMethods'));
  await hands.arrived('payment:wallet.title');
}
