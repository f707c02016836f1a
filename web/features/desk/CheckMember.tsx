import { useState } from 'react';
import { CheckMemberDocument, type CheckMemberMutation } from '@/generated/staff/CheckMember';
import { act } from '@/lib/desk/call';
import { useErrand } from '@/lib/desk/errand';
import { emptyToNull } from '@/lib/empty';
import { useForm } from '@/lib/form';
import { formatMinute } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { Alert } from '@/ui/Alert';
import { Badge } from '@/ui/Badge';
import { Form, SubmitButton } from '@/ui/Form';
import { TextField } from '@/ui/TextField';
import type { ActionProps } from './action';
import { ReasonFields } from './ReasonFields';
import { claims, type Reason, reasonOf } from './values';

type Given = Reason & Record<(typeof claims)[number], string>;
type Said = Omit<Given, 'lastPaymentYen'> & { lastPaymentYen: number | null };
type Checked = NonNullable<CheckMemberMutation['result']>;

/** What somebody who asks says of themselves is compared; what is kept is not shown. */
export function CheckMember({ page: { member }, reason, onDone }: ActionProps) {
  const { t } = useTranslation('desk');
  const [checked, setChecked] = useState<Checked>();
  const form = useForm<Given, Said>(async () => (await import('./schema')).checkSchema, {
    ...reason,
    nameKana: '',
    birthday: '',
    phoneLast4: '',
    postalCode: '',
    cardSuffix: '',
    lastPaymentYen: '',
  });
  const check = useErrand(
    (said: Said, key: string) => act(CheckMemberDocument, { key, accountId: member.accountId, ...emptyToNull(said) }),
    form,
    (result) => {
      setChecked(result);
      onDone(reasonOf(form.getValues()));
    },
  );
  const { isProven, provenUntil, triesLeft, verdicts } = checked ?? {};
  return (
    <>
      <p className="text-sm text-ink-2">{t('check.lead')}</p>
      <Form form={form} action={check} ns="desk" onSubmit={check.run} className="flex flex-col gap-4">
        {claims.map((claim) => (
          <TextField
            key={claim}
            name={claim}
            label={t(`claims.${claim}`)}
            autoComplete="off"
            inputMode={claim === 'nameKana' ? 'text' : 'numeric'}
            width={claim === 'nameKana' ? 'full' : 'phone'}
          />
        ))}
        <ReasonFields reason={reason} />
        <SubmitButton>{t('check.button')}</SubmitButton>
      </Form>
      <Alert tone={isProven ? 'done' : 'caution'}>
        {checked &&
          (isProven && provenUntil
            ? t('check.proven', { until: formatMinute(provenUntil) })
            : t('check.notProven', { count: triesLeft }))}
      </Alert>
      {verdicts && (
        <ul aria-label={t('check.verdicts')} className="flex flex-col gap-2">
          {verdicts.map(({ claim, isRight }) => (
            <li key={claim} className="flex items-center justify-between gap-2">
              {t(`claims.${claim}` as 'claims.birthday', claim)}
              <Badge tone={isRight ? 'done' : 'danger'}>{t(isRight ? 'check.right' : 'check.wrong')}</Badge>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
