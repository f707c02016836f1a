import { type ReactNode, useState } from 'react';
import { monthInTokyo } from '@/features/payment/cardValues';
import { formatChargeDay } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';
import { Notice, type Tone } from '@/ui/Notice';
import { TextLink } from '@/ui/TextLink';
import type { Home, HomeContract } from './home';
import { keepLater } from './later';

type Told = {
  kind: 'unpaid' | 'retried' | 'expired' | 'expires' | 'unverified' | 'incomplete';
  href: string;
  of?: string;
  day?: string;
};

const tones: Record<Told['kind'], Tone> = {
  unpaid: 'error',
  retried: 'error',
  expired: 'error',
  expires: 'caution',
  unverified: 'caution',
  incomplete: 'info',
};

/**
 * What needs doing, the worst alone: something is not paid, a card ends before it pays again, the
 * address is not verified, something of the profile is missing. The last can be put off.
 */
export function HomeNotice({ screen }: { screen: Home }) {
  const { t } = useTranslation('mypage');
  const [later, setLater] = useState(false);
  const told = worst(screen);
  const puttable = told?.kind === 'incomplete';
  const putOff = () => {
    keepLater();
    setLater(true);
  };
  return (
    <>
      <Alert tone="info">{puttable && later && t('notice.incomplete.kept')}</Alert>
      {told && !(puttable && later) && (
        <Message {...told}>
          {puttable && (
            <Button kind="text" fit className="[@media(scripting:none)]:hidden" onClick={putOff}>
              {t('notice.incomplete.later')}
            </Button>
          )}
        </Message>
      )}
    </>
  );
}

/** That something is not paid, and the way to pay it: what is told where the rest is not known. */
export function UnpaidNotice({ contracts }: { contracts: readonly HomeContract[] }) {
  const unpaid = unpaidOf(contracts);
  return unpaid && <Message {...unpaid} />;
}

function Message({ kind, href, of, day, children }: Told & { children?: ReactNode }) {
  const { t } = useTranslation('mypage');
  const locale = useLocale();
  const again = day && formatChargeDay(day, locale, false);
  return (
    <Notice tone={tones[kind]} title={t(`notice.${kind}.title`)}>
      <p>{t(`notice.${kind}.text`, { of, day: again })}</p>
      <div className="flex flex-wrap items-center gap-x-6">
        <TextLink href={href}>{t(`notice.${kind}.link`)}</TextLink>
        {children}
      </div>
    </Notice>
  );
}

/** What is told, if anything is. */
function worst({ account, contracts, isProfileIncomplete }: Home): Told | null {
  const unpaid = unpaidOf(contracts);
  if (unpaid) return unpaid;
  const card = contracts.find(endsBeforeItPays);
  if (card) {
    const isExpired = card.subscription.accountPaymentMethod?.sbpsCreditInfo?.isExpired;
    return { kind: isExpired ? 'expired' : 'expires', ...ofMethod(card) };
  }
  if (!account.isEmailVerified && account.contactEmail)
    return { kind: 'unverified', href: paths.emailVerify, of: account.contactEmail };
  if (isProfileIncomplete) return { kind: 'incomplete', href: paths.accountEdit };
  return null;
}

const ofMethod = ({ subscription: { subscriptionId, planName } }: HomeContract) => ({
  href: paths.changeMethod(subscriptionId),
  of: planName,
});

function unpaidOf(contracts: readonly HomeContract[]): Told | null {
  const held = contracts.find(({ outlook: { course } }) => course === 'HELD');
  if (held) return { kind: 'unpaid', ...ofMethod(held) };
  const retried = contracts.find(({ outlook: { course } }) => course === 'RETRIED');
  return retried ? { kind: 'retried', ...ofMethod(retried), day: retried.outlook.day } : null;
}

/** How long before a card ends that is told: a card that is known to end gets no new one before. */
const ahead = 60 * 24 * 60 * 60 * 1000;

/**
 * The contract will be charged in a month in which its card is no longer valid, and that one has
 * come or comes soon.
 */
function endsBeforeItPays({ subscription: { accountPaymentMethod: method }, outlook }: HomeContract): boolean {
  const card = method?.sbpsCreditInfo;
  if (!card || outlook.course !== 'CHARGED') return false;
  const isSoon = card.expireDate <= monthInTokyo(new Date(Date.now() + ahead));
  return card.isExpired || (isSoon && card.expireDate < outlook.day.slice(0, 7).replace('-', ''));
}
