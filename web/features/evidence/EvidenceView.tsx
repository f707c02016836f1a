import { useQuery } from '@apollo/client/react';
import { Download } from 'lucide';
import { EvidenceScreenDocument, type EvidenceScreenQuery } from '@/generated/EvidenceScreen';
import { BackLink } from '@/layouts/BackLink';
import { PageHeading } from '@/layouts/PageHeading';
import { formatSecond } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useAddress } from '@/lib/nav';
import { useLocale, useVariables } from '@/lib/pageContext';
import { pathOf, paths, sameOriginPath } from '@/lib/paths';
import { DefinitionList } from '@/ui/DefinitionList';
import { Icon } from '@/ui/Icon';
import { FullHeightFrame } from './FullHeightFrame';

type Evidence = NonNullable<EvidenceScreenQuery['screen']>['evidence'];

/** What was shown and agreed to with an order, to the letter; and below, what proves that it is. */
export function EvidenceView() {
  const { t } = useTranslation('evidence');
  const { data } = useQuery(EvidenceScreenDocument, { variables: useVariables(EvidenceScreenDocument) });
  const screen = data?.screen;
  if (!screen?.evidence) return null;
  const { evidence } = screen;
  return (
    <>
      <Back />
      <PageHeading title={t('title')} lead={t('lead')} />
      <FullHeightFrame title={t('shown')} html={evidence.html} />
      <Keep evidence={evidence} />
      <details className="card py-3">
        <summary className="min-h-11 cursor-pointer content-center font-bold">{t('proof')}</summary>
        <Facts evidence={evidence} />
      </details>
    </>
  );
}

const origins = [
  ['history', paths.paymentHistory],
  ['purchases', '/mypage/purchases'],
  ['contract', '/mypage/subscription'],
] as const;

/** To the page that led here, by its name; else to My Page. */
function Back() {
  const { t } = useTranslation('evidence');
  const from = sameOriginPath(new URLSearchParams(useAddress().split('?')[1]).get('returnTo'));
  const found = from && origins.find(([, path]) => pathOf(from) === path || pathOf(from).startsWith(`${path}/`));
  if (!from || !found) return <BackLink href={paths.mypage}>{t('back.mypage')}</BackLink>;
  return <BackLink href={from}>{t(`back.${found[0]}`)}</BackLink>;
}

function Facts({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation('evidence');
  const locale = useLocale();
  const { orderNumber, shownAt, language, planVersion, templateVersion, hash } = evidence;
  const version = (number: number) => t('version', { number: String(number) });
  return (
    <DefinitionList
      facts={[
        { term: t('order'), detail: <span className="whitespace-nowrap tabular-nums">{orderNumber}</span> },
        { term: t('shownAt'), detail: formatSecond(shownAt, locale) },
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
function Keep({ evidence: { orderNumber, language, html } }: { evidence: Evidence }) {
  const { t } = useTranslation('evidence');
  return (
    <a
      className="button button-secondary w-full self-start sm:w-auto print:hidden"
      href={`data:text/html;charset=utf-8,${encodeURIComponent(html)}`}
      download={`order-${orderNumber}.${language}.html`}
    >
      <Icon of={Download} className="size-5" />
      {t('download')}
    </a>
  );
}
