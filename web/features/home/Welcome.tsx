import { useTranslation } from '@/lib/i18n';
import { useHeader } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';

/** A member who comes home is greeted, and led to their own pages. */
export function Welcome() {
  const { t } = useTranslation('home');
  const name = useHeader()?.displayName;
  return (
    <section
      aria-labelledby="welcome"
      className="mx-auto flex max-w-6xl flex-col items-start gap-6 px-4 pt-12 sm:px-6 sm:pt-16"
    >
      <h1 id="welcome" className="text-3xl">
        {name ? t('welcomeName', { name }) : t('welcome')}
      </h1>
      <div className="flex w-full flex-col gap-3 sm:flex-row">
        <LinkButton href={paths.mypage}>{t('mypage')}</LinkButton>
        <LinkButton href={paths.plans} kind="secondary">
          {t('seePlans')}
        </LinkButton>
      </div>
    </section>
  );
}
