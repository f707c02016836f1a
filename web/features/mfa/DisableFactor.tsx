import { useState } from 'react';
import { DisableMultiFactorDocument } from '@/generated/DisableMultiFactor';
import { useAction } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import type { Factor } from './factor';

type Props = {
  type: Factor;
  /**
   * No other type is enabled: what stands in for them goes too. Left out where the page
   * does not know.
   */
  isLast?: boolean;
};

/** Takes a second factor off, after a question. */
export function DisableFactor({ type, isLast }: Props) {
  const { t } = useTranslation('mfa');
  const [asking, setAsking] = useState(false);
  const disable = useAction(DisableMultiFactorDocument, undefined, { failure: { says: t('disable.failed') } });
  const name = t(`types.${type}`);
  const confirm = async () => {
    await disable.run({ multiFactorType: type });
    setAsking(false);
  };
  return (
    <>
      <ActionNotice action={disable} ns="mfa" />
      <Button
        kind="danger"
        className="self-start"
        aria-label={t('disable.of', { type: name })}
        onClick={() => setAsking(true)}
      >
        {t('disable.button')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('disable.ask', { type: name })}
        confirmLabel={t('disable.button')}
        danger
        pending={disable.pending}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      >
        <p>{t('disable.text')}</p>
        {isLast !== false && <p>{t(isLast ? 'disable.last' : 'disable.ifLast')}</p>}
      </ConfirmDialog>
    </>
  );
}
