import { useQuery } from '@apollo/client/react';
import { Download } from 'lucide-react';
import { EvidenceScreenDocument, type EvidenceScreenQuery } from '@/generated/EvidenceScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { formatSecond } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useVariables } from '@/lib/pageContext';
import { Card } from '@/ui/Card';
import { DefinitionList } from '@/ui/DefinitionList';

type Evidence = NonNullable<EvidenceScreenQuery['screen']>['evidence'];

/** What was shown and agreed to with an order, to the letter, and what proves that it is. */
export function EvidenceView() {
  const { t } = useTranslation('evidence');
  const { data } = useQuery(EvidenceScreenDocument, { variables: useVariables(EvidenceScreenDocument) });
  const screen = data?.screen;
  if (!screen?.evidence) return null;
  const { evidence } = screen;
  return (
    <>
      <PageHeading title={t('title')} lead={t('lead')} />
      <Card>
        <Facts evidence={evidence} />
        <Keep evidence={evidence} />
      </Card>
      <Shown html={evidence.html} />
    </>
  );
}

function Facts({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation('evidence');
  const { orderId, shownAt, language, planVersion, templateVersion, hash } = evidence;
  const version = (number: number) => t('version', { number: String(number) });
  return (
    <DefinitionList
      facts={[
        // Each of its characters is as wide as the next, so that where it breaks does not depend on
        // the order.
        { term: t('order'), detail: <code className="font-mono text-sm break-all">{orderId}</code> },
        { term: t('shownAt'), detail: formatSecond(shownAt) },
        { term: t('language'), detail: language === 'en' ? t('languages.en') : t('languages.ja') },
        planVersion !== null && { term: t('planVersion'), detail: version(planVersion) },
        { term: t('templateVersion'), detail: version(templateVersion) },
        {
          term: t('hash'),
          detail: (
            <>
              <code className="font-mono text-sm break-all">{hash}</code>
              <span className="block text-sm text-ink-2">{t('hashNote')}</span>
            </>
          ),
        },
      ]}
    />
  );
}

/** The document itself, made by the browser from what the page has: it needs no script. */
function Keep({ evidence: { orderId, language, html } }: { evidence: Evidence }) {
  const { t } = useTranslation('evidence');
  return (
    <a
      className="button button-secondary w-full self-start sm:w-auto print:hidden"
      href={`data:text/html;charset=utf-8,${encodeURIComponent(html)}`}
      download={`order-${orderId}.${language}.html`}
    >
      <Download aria-hidden className="size-5" />
      {t('download')}
    </a>
  );
}

/**
 * In a frame of its own that may do nothing: neither scripts nor forms, and no look at this page.
 */
function Shown({ html }: { html: string }) {
  const { t } = useTranslation('evidence');
  return (
    <iframe
      title={t('shown')}
      sandbox=""
      srcDoc={html}
      className="h-[75vh] min-h-96 w-full rounded-card border border-line bg-white"
    />
  );
}
