import { InMemoryCache, type NormalizedCacheObject } from '@apollo/client';

/** What a page's data is, as Apollo's cache keeps it: `extract()` on the server, `restore()` in the browser. */
export type CacheState = NormalizedCacheObject;

/**
 * The field that tells one entity of a type from another. What has no row here is a part of what it hangs on, even if it has an
 * `id`, as an answer has that of its question.
 */
const typePolicies = {
  Account: { keyFields: ['authId'] },
  ConsentOption: { keyFields: ['consentOptionId'] },
  PaymentMethod: { keyFields: ['accountPaymentMethodId'] },
  Session: { keyFields: ['sessionId'] },
  Subscription: { keyFields: ['subscriptionId'] },
  TrustedDevice: { keyFields: ['deviceToken'] },
};

/** The documents that the API knows ask for `__typename` everywhere, so nothing has to be added to what is sent as a hash. */
class Cache extends InMemoryCache {
  override transformDocument<D>(document: D): D {
    return document;
  }
}

/** `rereads`: whether the same data is read often enough for results to be worth remembering. */
export function newCache({ rereads }: { rereads: boolean }): InMemoryCache {
  return new Cache({ typePolicies, dataIdFromObject: () => undefined, resultCaching: rereads });
}
