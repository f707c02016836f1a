import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type Action, type AnyAction, type InputOf, type Notice, type Outcome, useAction } from '@/lib/action';
import type { Document } from '@/lib/document';
import type { Form as FormState } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { labelled } from '@/lib/labelled';
import { toast } from '@/lib/toast';
import type { Namespace } from '@/messages/registry';
import { ActionNotice } from './ActionNotice';
import { CodeField } from './CodeField';
import { Form, SubmitButton } from './Form';
import { ResendButton } from './ResendButton';
import { useMailDomainHint } from './useMailDomainHint';

type Sent = {
  /** Where the code went; left out where nothing was sent. */
  to?: string | null;
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
  /** In place of the field for digits. */
  field?: ReactNode;
  submit: string;
  danger?: boolean;
  /** Other fields are sent along: the same code may be sent again when one of those was wrong. */
  withOthers?: boolean;
  /** Above the code: what a failure leads to. */
  before?: ReactNode;
  /** Between the code and the button: further fields. */
  children?: ReactNode;
  /** What stands under a failure, of the form and of sending again. */
  under?: (notice: Notice | null) => ReactNode;
  /** Left out for codes that nobody sends. */
  resend?: Resend;
  /** Other ways, at the end. */
  links?: ReactNode;
};

/** The one step of a flow that asks for a code: where it went, its field, what to do when it does not come, and other ways. */
export function CodeStep<Values extends FieldValues, Output>(props: Props<Values, Output>) {
  const { code, sent, form, action, ns, onSubmit, name, under, resend } = props;
  return (
    <>
      <SentTo code={code} {...sent} />
      <Form form={form} action={action} ns={ns} onSubmit={onSubmit}>
        {under?.(action.notice)}
        {props.before}
        {props.field || <CodeField name={name} label={labelled(code)} />}
        {props.children}
        <SubmitButton kind={props.danger ? 'danger' : undefined} onceFor={props.withOthers ? undefined : name}>
          {props.submit}
        </SubmitButton>
      </Form>
      {resend && (
        <SendAgain code={code} {...resend}>
          {under?.(resend.action.notice)}
        </SendAgain>
      )}
      {props.links}
    </>
  );
}

/** The action that sends another code. It leaves the page where it is: its `redirectTo` is this page. */
export function useResend<Data, Variables>(
  document: Document<Data, Variables>,
  onDone?: () => unknown,
): Action<Outcome<Data>, InputOf<Variables>> {
  const { t } = useTranslation('common');
  return useAction(document, undefined, { failure: { says: t('code.sendFailed') }, follow: 'stay', onDone });
}

function SentTo({ code, to, minutes, lead, enter }: Sent & { code: string }) {
  const { t } = useTranslation('common');
  const first = lead === undefined ? t('code.sentTo', { code }) : lead;
  const last = enter === undefined ? t('code.lead', { code, minutes: minutes ?? 0 }) : enter;
  return (
    <div className="flex flex-col gap-3">
      {first && <p>{first}</p>}
      {to && <p className="font-bold break-all tabular-nums">{to}</p>}
      {last && <p>{last}</p>}
    </div>
  );
}

/** What to do when a code does not arrive: look again, then have another one sent. */
function SendAgain({ code, action, run, hint, children }: Resend & { code: string; children: ReactNode }) {
  const { t } = useTranslation('common');
  const domain = useMailDomainHint();
  const resend = async () => {
    if (await run()) toast.done(t('code.resent', { code }));
  };
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-6">
      <p className="text-sm text-ink-2">{hint ?? t('code.notArrived')}</p>
      {!hint && domain && <p className="text-sm text-ink-2">{domain}</p>}
      <ActionNotice action={action} ns="common" />
      {children}
      <ResendButton onResend={resend} />
    </section>
  );
}
