import type { ReactNode } from 'react';
import { SendPinCodeDocument } from '@/generated/SendPinCode';
import { PageHeading } from '@/layouts/PageHeading';
import type { Action, AnyAction } from '@/lib/action';
import type { Form as FormState } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { CodeStep, useResend } from '@/ui/CodeStep';

type PinCode = { pinCode: string };

type Props = {
  title: string;
  /** Where the code goes, whether it went, what it is called, and how long it can be used. */
  sent: { sendTo: string; isCodeSent: boolean; codeName: string; codeMinutes: number };
  /** What the code is for, as a resend calls it. */
  type: 'mailEdit' | 'mailVerify';
  form: FormState<PinCode>;
  action: AnyAction & Pick<Action<unknown, PinCode>, 'run'>;
  children: ReactNode;
};

/** The entry of a code that proves an address. */
export function PinCodeForm({ title, sent, type, form, action, children }: Props) {
  const { t } = useTranslation('email');
  const { sendTo, isCodeSent: isSent, codeName: code, codeMinutes } = sent;
  const resend = useResend(SendPinCodeDocument);
  return (
    <>
      <PageHeading title={title} />
      <CodeStep
        code={code}
        sent={{ to: sendTo, isSent, minutes: codeMinutes }}
        form={form}
        action={action}
        ns="email"
        name="pinCode"
        onSubmit={(values) => action.run(values)}
        submit={t('pinCode.submit')}
        resend={{ action: resend, run: () => resend.run({ type, email: sendTo }) }}
        links={children}
      />
    </>
  );
}
