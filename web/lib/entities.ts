/**
 * The field that tells one entity of a type from another: what a member's actions change. The names are the types' own in the whole
 * schema, so an answer needs no __typename, which the documents, shared with the calls under /zapi, do not ask for.
 */
export const idFields = {
  Account: 'authId',
  Session: 'sessionId',
  TrustedDevice: 'deviceToken',
  Subscription: 'subscriptionId',
  PaymentMethod: 'accountPaymentMethodId',
  ConsentOption: 'consentOptionId',
} as const;

/** The cache's key of an entity: `Session:01J…`. Screens and payloads, which may name an id too, are none: they have `redirectTo`. */
export function keyOf(object: Readonly<Record<string, unknown>>): string | undefined {
  if ('redirectTo' in object) return undefined;
  for (const [type, field] of Object.entries(idFields)) {
    if (typeof object[field] === 'string') return `${type}:${object[field]}`;
  }
  return undefined;
}
