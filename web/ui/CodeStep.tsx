import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type Action, type AnyAction, type InputOf, type Notice, type Outcome, useAction } from '@/lib/action';
import type { Document } from '@/lib/document';
import type { Form as FormState } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { labelled } from '@/lib/labelled';
import { toast } from '@/lib/toast';
import type { Namespace } from '@/messages/registry';
import { ActionNotice } from './ActionNotice';
import { CodeField, SentWhenWhole } from './CodeField';
import { Form, SubmitButton } from './Form';
import { ResendButton } from './ResendButton';
import { useMailDomainHint } from './useMailDomainHint';

type Sent = {
  /** Where the code went, or would go; left out for codes that are not sent. */
  to?: string | null;
  /** False where none is on its way: the page opened without having one sent. */
  isSent?: boolean;
  /** How long it can be used, for the usual words. */
  minutes?: number;
  /** Words of the page in place of the usual ones; null for none. */
  lead?: string | null;
  enter?: string | null;
};

type Resend = {
  action: Pick<AnyAction, 'notice'>;
  /** Resolves to nothing when the code was not sent. */
  run: () => Promise<unknown>;
  /** What to look at first; the spam folder and the store's address when it is left out. */
  hint?: string;
};

type Props<Values extends FieldValues, Output> = {
  /** What the code is called on this page. */
  code: string;
  sent: Sent;
  form: FormState<Values, Output>;
  action: AnyAction;
  ns: Namespace;
  onSubmit: (values: Output) => unknown;
  /** Name of the code's field. */
  name: string;
  /** What to look at, under the code's name. */
  hint?: string;
  /** In place of the field for digits. */
  field?: ReactNode;
  submit: string;
  danger?: boolean;
  /** Other fields are sent along: the same code may be sent again when one of those was wrong. */
  withOthers?: boolean;
  /** Above the code: what a failure leads to, and what is chosen before the code sends itself. */
  before?: ReactNode;
  /** Between the code and the button: further fields. */
  children?: ReactNode;
  /** Shown under a failure, of the form and of sending again. */
  under?: (notice: Notice | null) => ReactNode;
  /** Left out for codes that are not sent. */
  resend?: Resend;
  /** Other ways, at the end. */
  links?: ReactNode;
};

/**
 * The one step of a flow that asks for a code: where it went, its field, what to do when it does
 * not come, and other ways.
 */
export function CodeStep<Values extends FieldValues, Output>(props: Props<Values, Output>) {
  const { code, sent, form, action, ns, onSubmit, name, under, resend } = props;
  const [isSentNow, setSentNow] = useState(false);
  const isSent = isSentNow || (sent.isSent ?? true);
  // What cannot be undone, and what other fields are sent with, waits for the button.
  const isAlone = !props.danger && !props.withOthers;
  const digits = <CodeField name={name} label={labelled(code)} hint={props.hint} />;
  return (
    <>
      <SentTo code={code} wasSent={isSent} {...sent} />
      <Form form={form} action={action} ns={ns} onSubmit={onSubmit}>
        {under?.(action.notice)}
        {props.before}
        {props.field || (isAlone ? <SentWhenWhole name={name}>{digits}</SentWhenWhole> : digits)}
        {props.children}
        <SubmitButton kind={props.danger ? 'danger' : undefined} onceFor={props.withOthers ? undefined : name}>
          {props.submit}
        </SubmitButton>
      </Form>
      {resend && (
        <SendAgain key={String(isSent)} code={code} isSent={isSent} onSent={() => setSentNow(true)} {...resend}>
          {under?.(resend.action.notice)}
        </SendAgain>
      )}
      {props.links}
    </>
  );
}

/**
 * The action that sends another code. It leaves the page where it is: its `redirectTo` is
 * this page.
 */
export function useResend<Data, Variables>(
  document: Document<Data, Variables>,
  onDone?: () => unknown,
): Action<Outcome<Data>, InputOf<Variables>> {
  const { t } = useTranslation('common');
  return useAction(document, undefined, { failure: { says: t('code.sendFailed') }, follow: 'stay', onDone });
}

function SentTo({ code, to, minutes, lead, enter, wasSent }: Sent & { code: string; wasSent: boolean }) {
  const { t } = useTranslation('common');
  const first = !wasSent ? t('code.notSent', { code }) : lead === undefined ? t('code.sentTo', { code }) : lead;
  const last = !wasSent ? null : enter === undefined ? t('code.lead', { code, minutes: minutes ?? 0 }) : enter;
  return (
    <div className="flex flex-col gap-3">
      {first && <p>{first}</p>}
      {to && <p className="font-bold break-all tabular-nums">{to}</p>}
      {last && <p>{last}</p>}
    </div>
  );
}

type SendAgainProps = Resend & { code: string; isSent: boolean; onSent: () => void; children: ReactNode };

/**
 * What to do when a code does not arrive: look again, then have another one sent. Where none was
 * sent, the first one is.
 */
function SendAgain({ code, isSent, onSent, action, run, hint, children }: SendAgainProps) {
  const { t } = useTranslation('common');
  const domain = useMailDomainHint();
  const resend = async () => {
    if (!(await run())) return;
    toast.done(t(isSent ? 'code.resent' : 'code.sent', { code }));
    onSent();
  };
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-6">
      {isSent && <p className="text-sm text-ink-2">{hint ?? t('code.notArrived')}</p>}
      {!hint && domain && <p className="text-sm text-ink-2">{domain}</p>}
      <ActionNotice action={action} ns="common" />
      {children}
      {isSent ? <ResendButton onResend={resend} /> : <ResendButton onResend={resend} isFirst label={t('code.send')} />}
    </section>
  );
}
