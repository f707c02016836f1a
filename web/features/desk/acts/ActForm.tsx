import { type ReactNode, useState } from 'react';
import type { DefaultValues } from 'react-hook-form';
import { act } from '@/lib/desk/call';
import { refresh } from '@/lib/desk/desk';
import type { StaffDocument } from '@/lib/desk/document';
import { useErrand } from '@/lib/desk/errand';
import { deskPaths } from '@/lib/desk/paths';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';
import { Form, SubmitButton } from '@/ui/Form';
import type { Tone } from '@/ui/Notice';
import { TextLink } from '@/ui/TextLink';
import { type Reason, reasonOf } from '../values';
import type { ActName, ActProps } from './act';
import { ReasonFields } from './ReasonFields';

/** What every act answers. */
type Answer = {
  userErrors: readonly { code: string; field: string | null; message: string }[];
  isReplay: boolean;
  proposal?: { proposalId: string } | null;
};

type Props<Given extends Reason, Meant extends Reason, Told extends Answer, Input extends object> = Omit<
  ActProps,
  'page' | 'may'
> & {
  /** Its mutation, by which its texts are named. */
  name: ActName;
  document: StaffDocument<{ result: Told | null }, { input: Input }>;
  schema: Parameters<typeof useForm<Given, Meant>>[0];
  /** Its own fields as they are at first. */
  first: Omit<Given, keyof Reason>;
  /** What is sent beside the key, as the schema has it. */
  input: (meant: Meant) => Omit<Input, 'key' | 'ticket'>;
  /** It takes something away. */
  danger?: boolean;
  /** What was given stays in the fields when it is done. */
  keeps?: boolean;
  /** What is said when it is done, where that depends on the answer. */
  say?: (told: Told) => { tone: Tone; words: string };
  /** More of the answer. */
  more?: (told: Told) => ReactNode;
  /** Runs when the page shows what was done, by which the form may be gone. */
  onShown?: () => void;
  children?: ReactNode;
};

/**
 * One thing that somebody of the staff can do: what it does, its fields, why it is done, and what
 * came of it. When it is done, the page is loaded anew, which shows it; its fields are as at first.
 */
export function ActForm<Given extends Reason, Meant extends Reason, Told extends Answer, Input extends object>({
  name,
  document,
  schema,
  first,
  input,
  danger,
  keeps,
  say,
  more,
  children,
  offered,
  reason,
  onDone,
  onShown,
}: Props<Given, Meant, Told, Input>) {
  const { t } = useTranslation('desk');
  const [told, setTold] = useState<Told>();
  const form = useForm<Given, Meant>(schema, { ...reason, ...first } as DefaultValues<Given>);
  const errand = useErrand(
    (meant: Meant, key: string) =>
      act(document, { ...input(meant), ticket: meant.ticket || null, key } as unknown as Input),
    form,
    async (answer) => {
      onDone(reasonOf(form.getValues()));
      if (!keeps) for (const [field, value] of Object.entries(first)) form.setValue(field as never, value as never);
      await refresh();
      setTold(answer);
      onShown?.();
    },
  );
  const again = () => {
    errand.clearNotice();
    return refresh();
  };
  const said = told && outcome(told);
  function outcome(answer: Told): { tone: Tone; words: string } {
    if (answer.proposal) return { tone: 'caution', words: t('proposals.proposed') };
    if (say) return say(answer);
    return answer.isReplay
      ? { tone: 'caution', words: t('replayed') }
      : { tone: 'done', words: t(`acts.${name}.done`) };
  }
  return (
    <>
      {offered && (
        <>
          <p className="text-sm whitespace-pre-line text-ink-2">{t(`acts.${name}.lead`)}</p>
          <Form
            form={form}
            action={errand}
            ns="desk"
            onSubmit={(meant) => {
              setTold(undefined);
              return errand.run(meant);
            }}
            className="flex flex-col gap-4"
          >
            {children}
            <ReasonFields reason={reason} />
            <SubmitButton kind={danger ? 'danger' : 'primary'}>{t(`acts.${name}.button`)}</SubmitButton>
          </Form>
          {errand.notice?.code === 'STALE' && (
            <Button kind="secondary" wide onClick={() => void again()}>
              {t('reload')}
            </Button>
          )}
        </>
      )}
      <Alert tone={said?.tone ?? 'done'}>{said?.words}</Alert>
      {told?.proposal && <TextLink href={deskPaths.proposals()}>{t('proposals.open')}</TextLink>}
      {told && more?.(told)}
    </>
  );
}
