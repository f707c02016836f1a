import type { OidcClientFragment as App } from '@/generated/fragments';

/** What another company's app is called: its Japanese name in Japanese. */
export function appName(
  { clientName, clientNameJa }: Pick<App, 'clientName' | 'clientNameJa'>,
  locale: string,
): string {
  return (locale === 'ja' && clientNameJa) || clientName;
}
