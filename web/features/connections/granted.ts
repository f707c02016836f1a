import type { AccountGrantFragment } from '@/generated/fragments';

type Client = AccountGrantFragment['client'];

/** What a connected app is called: in Japanese its Japanese name, else its default one. */
export function grantedName({ client_name, client_name_ja }: Client, locale: string): string {
  return (locale === 'ja' && client_name_ja) || client_name || (client_name_ja ?? '');
}
