import type { RefundEnds } from '@/generated/staff/enums';
import { RefundDocument } from '@/generated/staff/Refund';
import { formatMinute, formatYen } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { CheckField } from '@/ui/CheckField';
import { RadioField } from '@/ui/RadioField';
import { SelectField } from '@/ui/SelectField';
import { TextField } from '@/ui/TextField';
import { refundable } from '../member';
import { ActForm } from './ActForm';
import type { ActProps } from './act';

/** Gives money of a charge back; beyond the limits a second person decides. */
export function Refund({ page, ...props }: ActProps) {
  const { t } = useTranslation('desk');
  const locale = useLocale();
  const charges = refundable(page);
  const ends: RefundEnds[] = ['NOTHING', 'CONTRACT', 'ENTITLEMENT'];
  return (
    <ActForm
      {...props}
      name="refund"
      document={RefundDocument}
      schema={async () => (await import('../schema')).refundSchema}
      first={{ chargeId: '', amount: '', evenSo: false, ends: 'NOTHING' as RefundEnds }}
      input={(meant) => ({
        ...meant,
        version: charges.find(({ chargeId }) => chargeId === meant.chargeId)?.version ?? null,
      })}
      danger
    >
      <SelectField
        name="chargeId"
        required
        label={t('acts.refund.charge')}
        placeholder={t('choose')}
        options={charges.map(({ chargeId, planName, left, settledAt, createdAt }) => ({
          value: chargeId,
          label: `${formatMinute(settledAt ?? createdAt)} ${planName} ${formatYen(left, locale)}`,
        }))}
      />
      <TextField
        name="amount"
        label={t('acts.refund.amount')}
        hint={t('acts.refund.amountHint')}
        inputMode="numeric"
        autoComplete="off"
        width="phone"
      />
      {props.may('CONTRACTS_WRITE') && (
        <RadioField
          name="ends"
          label={t('acts.refund.ends')}
          column
          options={ends.map((value) => ({ value, label: t(`acts.refund.end.${value}`) }))}
        />
      )}
      <CheckField name="evenSo" label={t('acts.refund.evenSo')} />
    </ActForm>
  );
}
