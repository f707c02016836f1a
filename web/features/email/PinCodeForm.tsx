import type { ReactNode } from 'react';
import { SendPinCodeDocument } from '@/generated/SendPinCode';
import { PageHeading } from '@/layouts/PageHeading';
import { type Action, type AnyAction, useAction } from '@/lib/action';
import type { Form as FormState } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { labelled } from '@/lib/labelled';
import { CodeField } from '@/ui/CodeField';
import { Form, SubmitButton } from '@/ui/Form';
import { CodeResend, CodeSent } from '@/ui/MailedCode';

export type PinCode = { pinCode: string };

type Props = {
  title: string;
  /** Where the code went, what it is called, and how long it can be used. */
  sent: { sendTo: string; codeName: string; codeMinutes: number };
  /** What the code is for, as a resend calls it. */
  type: 'mailEdit' | 'mailVerify';
  form: FormState<PinCode>;
  action: AnyAction & Pick<Action<unknown, PinCode>, 'run'>;
  children: ReactNode;
};

/** The entry of a code that proves an address. */
export function PinCodeForm({ title, sent, type, form, action, children }: Props) {
  const { t } = useTranslation('email');
  const { sendTo, codeName: code, codeMinutes } = sent;
  const resend = useAction(SendPinCodeDocument);
  return (
    <>
      <PageHeading title={title} />
      <CodeSent code={code} address={sendTo} minutes={codeMinutes} />
      <Form form={form} action={action} ns="email" onSubmit={(values) => action.run(values)}>
        <CodeField name="pinCode" label={labelled(code)} />
        <SubmitButton onceFor="pinCode">{t('pinCode.submit')}</SubmitButton>
      </Form>
      <CodeResend code={code} action={resend} onResend={() => resend.run({ type, email: sendTo })} />
      {children}
    </>
  );
}
