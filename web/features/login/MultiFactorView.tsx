import { useQuery } from '@apollo/client/react';
import { ChevronRight, Fingerprint, KeyRound, Mail, MessageSquareText, Smartphone } from 'lucide';
import { MultiFactorScreenDocument } from '@/generated/MultiFactorScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { WantedPlan } from '@/layouts/WantedPlan';
import { formatDateTime } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { Link } from '@/lib/nav';
import { useLocale, useVariables } from '@/lib/pageContext';
import { type Drawing, Icon } from '@/ui/Icon';
import { Notice } from '@/ui/Notice';
import { isFactor, useLoginFlow } from './flow';
import { StartAgain } from './StartAgain';

const icons: Record<string, Drawing> = {
  Passkey: Fingerprint,
  Email: Mail,
  SMS: MessageSquareText,
  OTP: Smartphone,
  BackupCode: KeyRound,
};

/** The choice of a second factor. */
export function MultiFactorView() {
  const { t } = useTranslation('login');
  const { data } = useQuery(MultiFactorScreenDocument, { variables: useVariables(MultiFactorScreenDocument) });
  const screen = data?.screen;
  const { multiFactor } = useLoginFlow();
  const locale = useLocale();
  if (!screen) return null;
  return (
    <>
      <WantedPlan plan={screen.wantedPlan} first="login" />
      <PageHeading title={t('factor.title')} lead={t('factor.lead')} />
      {screen.isMailWithheld && (
        <Notice>
          {screen.mailAcceptedFrom
            ? t('factor.mailRefusedUntil', { time: formatDateTime(screen.mailAcceptedFrom, locale) })
            : t('factor.mailRefused')}
        </Notice>
      )}
      <ul className="flex flex-col gap-3">
        {screen.multiFactorType.filter(isFactor).map((type) => (
          <li key={type}>
            <Link
              href={multiFactor(type)}
              className="flex min-h-14 items-center gap-3 rounded-control border border-line-strong px-4 py-3 text-ink no-underline hover:bg-ground"
            >
              <Icon of={icons[type] ?? KeyRound} className="size-5 shrink-0" />
              <span className="min-w-0 grow">
                <span className="block font-bold">{t(`factor.types.${type}`)}</span>
                <span className="block text-sm text-ink-2">{t(`factor.details.${type}`)}</span>
              </span>
              <Icon of={ChevronRight} className="size-5 shrink-0 text-ink-2" />
            </Link>
          </li>
        ))}
      </ul>
      <StartAgain returnTo={screen.returnTo} />
    </>
  );
}
