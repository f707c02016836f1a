import { answersOf } from '@/features/survey/answers';
import { SurveyFields } from '@/features/survey/SurveyFields';
import { useAnswerErrors } from '@/features/survey/useAnswerErrors';
import { ConfirmWithdrawalDocument } from '@/generated/ConfirmWithdrawal';
import type { PolicyFragment, SurveyFragment } from '@/generated/fragments';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { useStore } from '@/lib/pageContext';
import { Card } from '@/ui/Card';
import { CheckField } from '@/ui/CheckField';
import { Form, SubmitButton } from '@/ui/Form';
import { PolicyBox, usePolicies } from '@/ui/PolicyBox';
import { emptyWithdrawal } from './values';

const effects = ['logout', 'films', 'data', 'records', 'back'] as const;

/** What ends, the store's questions, and the consent. Sending it mails a code and ends nothing. */
export function WithdrawForm({ survey, policy }: { survey: SurveyFragment | null; policy: PolicyFragment | null }) {
  const { t } = useTranslation('withdraw');
  const schema = async () => (await import('./schema')).withdrawSchema(survey);
  const form = useForm(schema, emptyWithdrawal(survey));
  const code = useStore().authCodeSetting.withdraw.displayName;
  const policies = usePolicies(policy ? [policy] : []);
  const confirm = useAction(ConfirmWithdrawalDocument, form, {
    failure: { says: t('errors.default') },
    rename: useAnswerErrors(survey),
  });
  return (
    <Form
      form={form}
      action={confirm}
      ns="withdraw"
      draft={{ name: 'withdraw', except: ['consent'] }}
      onSubmit={({ answers, consent }) => confirm.run({ consent, answers: answersOf(survey, answers) })}
    >
      <Card title={t('effects.title')}>
        <ul className="flex list-disc flex-col gap-2 pl-5">
          {effects.map((effect) => (
            <li key={effect}>{t(`effects.${effect}`)}</li>
          ))}
        </ul>
      </Card>
      {survey && <SurveyFields survey={survey} />}
      {policy && (
        <PolicyBox
          policy={policy}
          agreed={policies.agreed.has(policy.policyId)}
          onAgree={(agreed) => policies.agree(policy.policyId, agreed)}
        />
      )}
      <CheckField name="consent" label={t('consent')} plain={t('consentLabel')} required />
      <p className="text-sm text-ink-2">{t('nothingYet', { code })}</p>
      <SubmitButton disabled={!policies.allAgreed}>{t('submit', { code })}</SubmitButton>
    </Form>
  );
}
