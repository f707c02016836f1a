import { useState } from 'react';
import { RefundDocument } from '@/generated/staff/Refund';
import { act } from '@/lib/desk/call';
import { refresh } from '@/lib/desk/desk';
import { useErrand } from '@/lib/desk/errand';
import { emptyToNull } from '@/lib/empty';
import { useForm } from '@/lib/form';
import { formatMinute, formatYen } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { Alert } from '@/ui/Alert';
import { CheckField } from '@/ui/CheckField';
import { Form, SubmitButton } from '@/ui/Form';
import { SelectField } from '@/ui/SelectField';
import { TextField } from '@/ui/TextField';
import type { ActionProps } from './action';
import { refundable } from './member';
import { ReasonFields } from './ReasonFields';
import { type Reason, reasonOf } from './values';

type Given = Reason & { chargeId: string; amount: string; evenSo: boolean };
type Meant = Omit<Given, 'amount'> & { amount: number | null };

/** Gives money of a charge back; beyond the limits a second person decides. */
export function Refund({ page, reason, onDone }: ActionProps) {
  const { t } = useTranslation('desk');
  const locale = useLocale();
  const [done, setDone] = useState<'done' | 'proposed'>();
  const form = useForm<Given, Meant>(async () => (await import('./schema')).refundSchema, {
    ...reason,
    chargeId: '',
    amount: '',
    evenSo: false,
  });
  const refund = useErrand(
    (meant: Meant, key: string) => act(RefundDocument, { key, ...emptyToNull(meant) }),
    form,
    async ({ proposal }) => {
      onDone(reasonOf(form.getValues()));
      form.setValue('chargeId', '');
      form.setValue('amount', '');
      form.setValue('evenSo', false);
      await refresh();
      setDone(proposal ? 'proposed' : 'done');
    },
  );
  return (
    <>
      <p className="text-sm text-ink-2">{t('refund.lead')}</p>
      <Form form={form} action={refund} ns="desk" onSubmit={refund.run} className="flex flex-col gap-4">
        <SelectField
          name="chargeId"
          label={t('refund.charge')}
          placeholder={t('refund.choose')}
          options={refundable(page).map(({ chargeId, planName, left, settledAt, createdAt }) => ({
            value: chargeId,
            label: `${formatMinute(settledAt ?? createdAt)} ${planName} ${formatYen(left, locale)}`,
          }))}
        />
        <TextField
          name="amount"
          label={t('refund.amount')}
          hint={t('refund.amountHint')}
          inputMode="numeric"
          autoComplete="off"
          width="phone"
        />
        <CheckField name="evenSo" label={t('refund.evenSo')} />
        <ReasonFields reason={reason} />
        <SubmitButton kind="danger">{t('refund.button')}</SubmitButton>
      </Form>
      <Alert tone="done">{done && t(done === 'done' ? 'refund.done' : 'proposals.proposed')}</Alert>
    </>
  );
}
