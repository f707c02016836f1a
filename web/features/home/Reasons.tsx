import { useTranslation } from '@/lib/i18n';

/** Why to become a member, in a row where there is room. */
export function Reasons({ reasons }: { reasons: readonly { title: string; text: string }[] }) {
  const { t } = useTranslation('home');
  if (reasons.length === 0) return null;
  return (
    <section aria-labelledby="reasons" className="flex flex-col gap-6">
      <h2 id="reasons" className="text-2xl">
        {t('reasonsTitle')}
      </h2>
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3 lg:gap-8">
        {reasons.map(({ title, text }) => (
          <li key={`${title} ${text}`} className="flex flex-col gap-2 border-t-4 border-accent-2 pt-4">
            <h3 className="text-xl">{title}</h3>
            <p className="whitespace-pre-line text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
