import { answersOf, emptyAnswers } from '@/features/survey/answers';
import { SurveyFields } from '@/features/survey/SurveyFields';
import { useAnswerErrors } from '@/features/survey/useAnswerErrors';
import { CancelSubscriptionDocument } from '@/generated/CancelSubscription';
import type { SurveyFragment } from '@/generated/fragments';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { LinkButton } from '@/ui/Button';
import { Form, SubmitButton } from '@/ui/Form';

type Props = {
  id: string;
  survey: SurveyFragment | null;
  /** Where a member goes who keeps the plan. */
  keep: string;
};

/** The store's questions and the two ways on, one as easy to find as the other. */
export function CancelForm({ id, survey, keep }: Props) {
  const { t } = useTranslation('subscription');
  const form = useForm(async () => (await import('./schema')).cancelSchema(survey), { answers: emptyAnswers(survey) });
  const cancel = useAction(CancelSubscriptionDocument, form, {
    follow: 'replace',
    failure: { says: t('notices.INTERNAL') },
    rename: useAnswerErrors(survey),
  });
  return (
    <Form
      form={form}
      action={cancel}
      ns="subscription"
      draft={{ name: 'cancel', about: id }}
      onSubmit={({ answers }) => cancel.run({ subscriptionId: id, answers: answersOf(survey, answers) })}
    >
      {survey && <SurveyFields survey={survey} />}
      <div className="flex flex-col gap-3 sm:flex-row">
        <SubmitButton kind="danger" wide={false}>
          {t('cancel.submit')}
        </SubmitButton>
        <LinkButton href={keep} kind="secondary">
          {t('cancel.keep')}
        </LinkButton>
      </div>
    </Form>
  );
}
