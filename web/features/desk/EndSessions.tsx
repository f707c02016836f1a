import { useState } from 'react';
import { EndSessionsDocument } from '@/generated/staff/EndSessions';
import { act } from '@/lib/desk/call';
import { refresh } from '@/lib/desk/desk';
import { useErrand } from '@/lib/desk/errand';
import { emptyToNull } from '@/lib/empty';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { Alert } from '@/ui/Alert';
import { Form, SubmitButton } from '@/ui/Form';
import type { ActionProps } from './action';
import { ReasonFields } from './ReasonFields';
import { type Reason, reasonOf } from './values';

/** Logs the member out everywhere. */
export function EndSessions({ page: { member }, reason, onDone }: ActionProps) {
  const { t } = useTranslation('desk');
  const [done, setDone] = useState(false);
  const form = useForm<Reason, Reason>(async () => (await import('./schema')).endSessionsSchema, reason);
  const end = useErrand(
    (given: Reason, key: string) =>
      act(EndSessionsDocument, { key, accountId: member.accountId, ...emptyToNull(given) }),
    form,
    async () => {
      onDone(reasonOf(form.getValues()));
      await refresh();
      setDone(true);
    },
  );
  return (
    <>
      <p className="text-sm text-ink-2">{t('endSessions.lead')}</p>
      <Form form={form} action={end} ns="desk" onSubmit={end.run} className="flex flex-col gap-4">
        <ReasonFields reason={reason} />
        <SubmitButton kind="danger">{t('endSessions.button')}</SubmitButton>
      </Form>
      <Alert tone="done">{done && t('endSessions.done')}</Alert>
    </>
  );
}
