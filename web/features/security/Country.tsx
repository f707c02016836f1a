import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';

/**
 * The name of a country by its two letters. Browsers and the server do not all know the same names.
 * The server's name stays, so a difference is no error while hydrating.
 */
export function Country({ code }: { code: string | null }) {
  const { t } = useTranslation('security');
  const locale = useLocale();
  return <span suppressHydrationWarning>{countryName(code, locale) ?? t('unknown')}</span>;
}

function countryName(code: string | null, locale: string): string | null {
  if (!code) return null;
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}
