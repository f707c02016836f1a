import { useState } from 'react';
import { CancelContractDocument } from '@/generated/staff/CancelContract';
import type { ContractEnd } from '@/generated/staff/enums';
import { act } from '@/lib/desk/call';
import { refresh } from '@/lib/desk/desk';
import { useErrand } from '@/lib/desk/errand';
import { emptyToNull } from '@/lib/empty';
import { useForm } from '@/lib/form';
import { formatDay } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { Alert } from '@/ui/Alert';
import { Form, SubmitButton } from '@/ui/Form';
import { RadioField } from '@/ui/RadioField';
import { SelectField } from '@/ui/SelectField';
import type { ActionProps } from './action';
import { running } from './member';
import { ReasonFields } from './ReasonFields';
import { type Reason, reasonOf } from './values';

type Given = Reason & { subscriptionId: string; at: ContractEnd };

/** Cancels a contract as its member would, or ends it at once. */
export function CancelContract({ page, reason, onDone }: ActionProps) {
  const { t } = useTranslation('desk');
  const [done, setDone] = useState<'done' | 'proposed'>();
  const form = useForm<Given, Given>(async () => (await import('./schema')).cancelSchema, {
    ...reason,
    subscriptionId: '',
    at: 'TERM',
  });
  const cancel = useErrand(
    (given: Given, key: string) => act(CancelContractDocument, { key, ...emptyToNull(given) }),
    form,
    async ({ proposal }) => {
      onDone(reasonOf(form.getValues()));
      form.setValue('subscriptionId', '');
      await refresh();
      setDone(proposal ? 'proposed' : 'done');
    },
  );
  return (
    <>
      <p className="text-sm text-ink-2">{t('cancel.lead')}</p>
      <Form form={form} action={cancel} ns="desk" onSubmit={cancel.run} className="flex flex-col gap-4">
        <SelectField
          name="subscriptionId"
          label={t('cancel.contract')}
          placeholder={t('cancel.choose')}
          options={running(page).map(({ subscriptionId, planName, createdAt }) => ({
            value: subscriptionId,
            label: `${planName} (${formatDay(createdAt)})`,
          }))}
        />
        <RadioField
          name="at"
          label={t('cancel.at')}
          column
          options={[
            { value: 'TERM', label: t('cancel.term') },
            { value: 'NOW', label: t('cancel.now') },
          ]}
        />
        <ReasonFields reason={reason} />
        <SubmitButton kind="danger">{t('cancel.button')}</SubmitButton>
      </Form>
      <Alert tone="done">{done && t(done === 'done' ? 'cancel.done' : 'proposals.proposed')}</Alert>
    </>
  );
}
