import { useTranslation } from '@/lib/i18n';

/** Where the member is in a flow: "2 / 4" and, for screen readers, the same in words. */
export function Steps({ current, total }: { current: number; total: number }) {
  const { t } = useTranslation('common');
  return (
    <div className="flex items-center gap-3 text-sm text-ink-2">
      <p>
        <span aria-hidden className="tabular-nums">
          {current} / {total}
        </span>
        <span className="visually-hidden">{t('step', { current, total })}</span>
      </p>
      <progress aria-hidden value={current} max={total} className="steps" />
    </div>
  );
}
