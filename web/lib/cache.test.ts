// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { MypagePlansScreenDocument } from '@/generated/MypagePlansScreen';
import { PaymentMethodsScreenDocument } from '@/generated/PaymentMethodsScreen';
import { exampleOf } from '@/testing/typenames';
import { newCache } from './cache';
import { changeScreen } from './changeScreen';

type Values = Record<string, unknown>;

describe('the cache', () => {
  it('a contract is an entity, though GraphQL has a root of its name, and stays one when the page changes', () => {
    const cache = newCache();
    const query = MypagePlansScreenDocument;
    cache.writeQuery<unknown>({ query, data: exampleOf(query) });
    const contracts = () =>
      JSON.stringify((cache.extract().ROOT_QUERY as Values).mypagePlansScreen).match(/"__ref":"Subscription:/g) ?? [];
    const before = contracts().length;
    expect(before).toBeGreaterThan(0);
    changeScreen(cache, query, { redirectTo: '/x' });
    expect(contracts()).toHaveLength(before);
  });

  it('methods that are not kept have no id, and are not one', () => {
    const cache = newCache();
    const query = PaymentMethodsScreenDocument;
    const data = exampleOf(query) as { screen: { paymentMethods: Values[] } };
    for (const [index, method] of data.screen.paymentMethods.entries())
      Object.assign(method, { accountPaymentMethodId: null, paymentMethodType: `type ${index}` });
    cache.writeQuery<unknown>({ query, data });
    const read = cache.readQuery<typeof data>({ query: query as never });
    expect(read?.screen.paymentMethods.map(({ paymentMethodType }) => paymentMethodType)).toEqual(['type 0', 'type 1']);
  });
});
