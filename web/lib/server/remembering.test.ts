// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import type { Translate } from '@/lib/i18n';
import { locales } from '@/lib/locale';
import { ja } from '@/messages/registry';
import { remembering } from './remembering';
import { sharedInstance } from './texts';

/** The keys of all texts. */
function keysOf(tree: object, before: string): string[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'object' ? keysOf(value, `${before}${name}.`) : [`${before}${name}`],
  );
}

const keys = Object.entries(ja).flatMap(([namespace, tree]) => keysOf(tree, `${namespace}:`));

describe.each(locales)('texts that are remembered, in %s', (locale) => {
  const own = sharedInstance(locale).getFixedT(null, 'common') as unknown as Translate;
  const blanks = (text: string) =>
    Object.fromEntries(Array.from(text.matchAll(/\{\{(\w+)/g), ([, name], at) => [name, `<${at}> $1`]));

  it('are those of the library, whatever they are filled with', () => {
    const t = remembering(own, locale);
    const wrong = keys.flatMap((each) => {
      const key = each.replace(/_(zero|one|two|few|many|other)$/, '');
      const values = blanks(String(own(key, { count: 3, skipInterpolation: true })));
      const counted = [0, 1, 2, 2].map((count) => ({ ...values, count }));
      const all = [...counted, values, { ...values, days: 7 }, { lng: 'en' }];
      return all.filter((options) => t(key, options) !== own(key, options)).map((options) => [key, options]);
    });
    expect(wrong).toEqual([]);
    expect(keys.filter((key) => t(key) !== own(key))).toEqual([]);
    expect(t(['payment:types.none', 'payment:types.other'])).toBe(own('payment:types.other'));
    expect(t('payment:types.none', 'as it is called')).toBe('as it is called');
    expect(t('payment:types.other', 'as it is called')).toBe(own('payment:types.other'));
  });

  it('are looked up once, with what they have no blank for, and with a count', () => {
    const asked = vi.fn(own);
    const t = remembering(asked, locale);
    for (const days of [7, 14, 30]) t('plans:button.contract', { days });
    for (const count of [2, 3, 4]) t('signup:form.lead', { count });
    expect(asked).toHaveBeenCalledTimes(2);
  });
});
