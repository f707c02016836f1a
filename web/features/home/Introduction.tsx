import { useTranslation } from '@/lib/i18n';
import { useStore } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';

/** A store that has no headline says its name, what it is, and the way in. */
export function Introduction() {
  const { t } = useTranslation('home');
  const store = useStore();
  return (
    <section
      aria-labelledby="headline"
      className="mx-auto flex max-w-6xl flex-col items-start gap-6 px-4 pt-12 sm:px-6 sm:pt-16"
    >
      <h1 id="headline" className="text-3xl">
        {store.serviceName}
      </h1>
      <p className="max-w-2xl whitespace-pre-line text-xl leading-relaxed text-ink-2">{store.serviceDescription}</p>
      <div className="flex w-full flex-col gap-3 sm:flex-row">
        <LinkButton href={paths.signup}>{t('start')}</LinkButton>
        <LinkButton href={paths.login()} kind="secondary">
          {t('login')}
        </LinkButton>
      </div>
    </section>
  );
}
