import type { AnyAction } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/TextField';

type Props = {
  /** The code pays for all of the order, and has to be given. */
  alone: boolean;
  action: AnyAction;
  onApply: () => void;
};

/** The code of a campaign (L-055, L-058), and a button that shows what the order costs with it. */
export function CampaignCode({ alone, action, onApply }: Props) {
  const { t } = useTranslation('purchase');
  return (
    <div className="flex flex-col gap-3">
      <TextField
        name="campaignCode"
        label={t('form.campaignCode')}
        hint={t('form.campaignHint')}
        required={alone}
        autoComplete="off"
        spellCheck={false}
        width="half"
      />
      <ActionNotice action={action} ns="payment" />
      <Button kind="secondary" fit pending={action.pending} onClick={onApply} className="self-start">
        {t('form.applyCode')}
      </Button>
    </div>
  );
}
