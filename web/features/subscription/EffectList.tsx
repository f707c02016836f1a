import { useTranslation } from '@/lib/i18n';

/** What cancelling does, a line each; those that do not apply are null. */
export function EffectList({ effects }: { effects: readonly (string | null)[] }) {
  const { t } = useTranslation('subscription');
  return (
    <section className="flex flex-col gap-3" aria-label={t('cancel.effects.title')}>
      <h3 className="text-base">{t('cancel.effects.title')}</h3>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {effects.map((effect) => effect && <li key={effect}>{effect}</li>)}
      </ul>
    </section>
  );
}
