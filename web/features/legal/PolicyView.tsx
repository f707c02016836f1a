import { useQuery } from '@apollo/client/react';
import { PolicyScreenDocument } from '@/generated/PolicyScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useTranslation } from '@/lib/i18n';
import { useVariables } from '@/lib/pageContext';
import { headingsFrom } from './headings';

/** /terms and /privacy: the text that members agree to, for anyone to read. */
export function PolicyView() {
  const { data } = useQuery(PolicyScreenDocument, { variables: useVariables(PolicyScreenDocument) });
  const screen = data?.screen;
  const { t } = useTranslation('legal');
  if (!screen) return null;
  const { title, revision, renderData } = screen.policy;
  return (
    <article className="mx-auto flex max-w-3xl flex-col gap-6">
      <PageHeading title={title} lead={t('revision', { revision })} about={title} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises policies before they are stored */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: headingsFrom(2, renderData ?? '') }} />
    </article>
  );
}
