import { useQuery } from '@apollo/client/react';
import Head from 'next/head';
import { NewsletterStopScreenDocument } from '@/generated/NewsletterStopScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useTranslation } from '@/lib/i18n';
import { useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Button, LinkButton } from '@/ui/Button';

/**
 * Where the link of a newsletter stops it, once the button is pressed: mail programs open links by
 * themselves. A plain form, which works without scripts and posts to the page's own address.
 */
export function NewsletterStopView() {
  const { t } = useTranslation('consent');
  const { data } = useQuery(NewsletterStopScreenDocument, { variables: useVariables(NewsletterStopScreenDocument) });
  const screen = data?.screen;
  if (!screen) return null;
  const { state, title } = screen;
  const name = title ? t('stop.name', { title }) : t('stop.unnamed');
  return (
    <>
      <Head>
        <meta name="robots" content="noindex" />
      </Head>
      <PageHeading title={t(`stop.${state}.title`)} lead={t(`stop.${state}.lead`, { name })} />
      {state === 'open' && (
        <form method="post" className="flex flex-col gap-6">
          <input type="hidden" name="stop" value="button" />
          <Button type="submit" wide>
            {t('stop.submit')}
          </Button>
          <p className="text-sm text-ink-2">{t('stop.keep')}</p>
        </form>
      )}
      {state !== 'open' && (
        <>
          {state === 'stopped' && <p className="text-sm text-ink-2">{t('stop.again')}</p>}
          <LinkButton href={paths.consent('newsletter')} kind="secondary" wide>
            {t('stop.toSettings')}
          </LinkButton>
        </>
      )}
    </>
  );
}
