import { Fingerprint } from 'lucide';
import { useEffect, useState } from 'react';
import { useTranslation } from '@/lib/i18n';
import { device, hasPasskeys } from '@/lib/passkeys';
import { Button } from '@/ui/Button';
import { Icon } from '@/ui/Icon';
import { NewPasskeyNotice } from './NewPasskeyNotice';
import { mayOffer, offered } from './offered';
import { useNewPasskey } from './useNewPasskey';

/**
 * Offers a passkey to a member who has just logged in, once in 30 days, where the device can keep
 * one. It comes last on its page, so that nothing moves when it comes.
 */
export function PasskeyOffer() {
  const { t } = useTranslation('passkey');
  const [shown, setShown] = useState(false);
  const made = useNewPasskey(() => setShown(false));
  useEffect(() => {
    if (!hasPasskeys() || !mayOffer()) return undefined;
    let here = true;
    device()
      .then(({ canKeep }) => canKeep())
      .then((can) => {
        if (!can || !here) return;
        offered();
        setShown(true);
      })
      .catch(() => undefined); // then none is offered
    return () => {
      here = false;
    };
  }, []);
  if (!shown) return null;
  return (
    <section aria-labelledby="passkey-offer" className="card flex flex-col gap-3">
      <h2 id="passkey-offer" className="flex items-center gap-2 text-base">
        <Icon of={Fingerprint} className="size-5 shrink-0" />
        <span>{t('offer.title')}</span>
      </h2>
      <p>{t('offer.text')}</p>
      <NewPasskeyNotice made={made} />
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button pending={made.pending} onClick={() => void made.add()}>
          {t('add')}
        </Button>
        <Button
          kind="text"
          onClick={() => {
            offered('declined');
            setShown(false);
          }}
        >
          {t('offer.notNow')}
        </Button>
      </div>
    </section>
  );
}
