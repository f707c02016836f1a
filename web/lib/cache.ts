import { InMemoryCache, type NormalizedCacheObject, type TypePolicies } from '@apollo/client';

/**
 * What a page's data is, as Apollo's cache keeps it: `extract()` on the server, `restore()` in
 * the browser.
 */
export type CacheState = NormalizedCacheObject;

/**
 * The field that tells one entity of a type from another. What has no row here, or nothing in
 * that field, is a part of what it hangs on, even if it has an `id`, as an answer has that of
 * its question.
 */
const keys = {
  Account: 'authId',
  ConsentOption: 'consentOptionId',
  PaymentMethod: 'accountPaymentMethodId',
  Session: 'sessionId',
  Subscription: 'subscriptionId',
  TrustedDevice: 'deviceToken',
  Passkey: 'passkeyId',
};

const typePolicies: TypePolicies = {
  ...Object.fromEntries(
    Object.entries(keys).map(([type, field]) => [type, { keyFields: (object) => keyOf(type, object[field]) }]),
  ),
  NoSubscriptions: { subscriptionType: true }, // ours is a contract, and not GraphQL's third operation
};

function keyOf(type: string, id: unknown): string | false {
  return typeof id === 'string' && `${type}:${id}`;
}

/** Where an object of an answer is kept if it is an entity. */
export function entityOf(object: { __typename?: unknown; [field: string]: unknown }): string | false {
  const type = object.__typename as keyof typeof keys;
  return Object.hasOwn(keys, type) && keyOf(type, object[keys[type]]);
}

/**
 * The documents that the API knows ask for `__typename` everywhere, so nothing has to be added to
 * what is sent as a hash.
 */
class Cache extends InMemoryCache {
  override transformDocument<D>(document: D): D {
    return document;
  }
}

export function newCache(): InMemoryCache {
  return new Cache({ typePolicies, dataIdFromObject: () => undefined });
}
