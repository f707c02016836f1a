import { formatYen } from '@/lib/format';
import type { Locale } from '@/lib/locale';

/** 330円 · −330円 · ¥330 · −¥330: what was given back is negative. */
export function formatSigned(yen: number, locale: Locale): string {
  return yen < 0 ? `−${formatYen(-yen, locale)}` : formatYen(yen, locale);
}
