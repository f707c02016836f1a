import { useState } from 'react';
import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { Notice, type Tone } from '@/ui/Notice';
import { TextLink } from '@/ui/TextLink';
import type { Home, HomeContract } from './home';
import { keepLater } from './later';

type Told = { kind: 'unpaid' | 'expired' | 'expires' | 'unverified' | 'incomplete'; href: string; of?: string };

const tones: Record<Told['kind'], Tone> = {
  unpaid: 'error',
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
  if (!told || (told.kind === 'incomplete' && later)) return null;
  const { kind, href, of } = told;
  return (
    <Notice tone={tones[kind]} title={t(`notice.${kind}.title`)}>
      <p>{t(`notice.${kind}.text`, { of })}</p>
      <div className="flex flex-wrap items-center gap-x-6">
        <TextLink href={href}>{t(`notice.${kind}.link`)}</TextLink>
        {kind === 'incomplete' && (
          <Button
            kind="text"
            fit
            className="[@media(scripting:none)]:hidden"
            onClick={() => {
              keepLater();
              setLater(true);
            }}
          >
            {t('notice.incomplete.later')}
          </Button>
        )}
      </div>
    </Notice>
  );
}

/** What is told, if anything is. */
function worst({ account, contracts, isProfileIncomplete }: Home): Told | null {
  const unpaid = contracts.find(isUnpaid);
  if (unpaid) return { kind: 'unpaid', ...ofMethod(unpaid) };
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

const isUnpaid = ({ outlook: { course } }: HomeContract) => course === 'HELD' || course === 'RETRIED';

/** The contract will be charged in a month in which its card is no longer valid. */
function endsBeforeItPays({ subscription: { accountPaymentMethod: method }, outlook }: HomeContract): boolean {
  const card = method?.sbpsCreditInfo;
  if (!card || outlook.course !== 'CHARGED') return false;
  return card.isExpired || card.expireDate < outlook.day.slice(0, 7).replace('-', '');
}
