import { useQuery } from '@apollo/client/react';
import { useFormState } from 'react-hook-form';
import { MultiFactorCodeScreenDocument, type MultiFactorCodeScreenQuery } from '@/generated/MultiFactorCodeScreen';
import { MultiFactorLoginDocument } from '@/generated/MultiFactorLogin';
import { SendMultiFactorCodeDocument } from '@/generated/SendMultiFactorCode';
import { PageHeading } from '@/layouts/PageHeading';
import { WantedPlan } from '@/layouts/WantedPlan';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { forgetDrafts } from '@/lib/keptDrafts';
import { labelled } from '@/lib/labelled';
import { useVariables } from '@/lib/pageContext';
import { CheckField } from '@/ui/CheckField';
import { CodeStep, useResend } from '@/ui/CodeStep';
import { TextField } from '@/ui/TextField';
import { TextLink } from '@/ui/TextLink';
import { type Factor, isFactor, useLoginFlow } from './flow';
import { PasskeyFactor } from './PasskeyFactor';
import { StartAgain } from './StartAgain';
import { WaitHint } from './WaitHint';

/**
 * The entry of a second factor. A code that is sent has been sent when this page opens. A failure
 * reads the same for all (E-016); a hint beside it says what to check.
 */
export function MultiFactorCodeView() {
  const { data } = useQuery(MultiFactorCodeScreenDocument, { variables: useVariables(MultiFactorCodeScreenDocument) });
  const screen = data?.screen;
  const type = screen?.type ?? null;
  if (!screen || !isFactor(type)) return null;
  if (type === 'Passkey') return <PasskeyFactor screen={screen} />;
  return <FactorForm key={type} screen={screen} type={type} />;
}

type Screen = NonNullable<MultiFactorCodeScreenQuery['screen']>;

function FactorForm({ screen, type }: { screen: Screen; type: Exclude<Factor, 'Passkey'> }) {
  const { t } = useTranslation('login');
  const { oidc, multiFactor } = useLoginFlow();
  const code = screen.codeName ?? t(`factor.types.${type}`);
  const isMailed = type === 'Email' || type === 'SMS';
  const form = useForm(async () => (await import('./schema')).factorSchema(type), {
    value: '',
    isPreferred: screen.defaultMultiFactorType === type,
    rememberDevice: false,
  });
  const login = useAction(MultiFactorLoginDocument, form, {
    failure: { says: t('factor.failed'), instead: true },
    onDone: forgetDrafts,
  });
  const resend = useResend(SendMultiFactorCodeDocument);
  const { errors } = useFormState({ control: form.control });
  const hint = errors.value?.types?.code === 'MULTI_FACTOR_FAILED' ? t(`factor.refused.${type}`) : undefined;
  return (
    <>
      <WantedPlan plan={screen.wantedPlan} first="login" />
      <PageHeading title={t(`factor.enter.${type}`)} />
      <CodeStep
        code={code}
        sent={{
          to: screen.sendTo,
          isSent: !isMailed || screen.isCodeSent,
          lead: t(`factor.leads.${type}`, { code }),
          enter: isMailed && screen.codeMinutes ? t('factor.minutes', { code, minutes: screen.codeMinutes }) : null,
        }}
        form={form}
        action={login}
        ns="login"
        name="value"
        hint={hint}
        field={
          type === 'BackupCode' && (
            <TextField
              name="value"
              label={labelled(code)}
              hint={hint}
              autoComplete="off"
              spellCheck={false}
              width="half"
            />
          )
        }
        onSubmit={(values) => login.run({ type, ...values, oidc })}
        submit={t('submit')}
        before={
          <div className="flex flex-col">
            {type !== 'BackupCode' && <CheckField name="isPreferred" label={t('factor.isPreferred')} />}
            <CheckField name="rememberDevice" label={t('factor.rememberDevice')} />
          </div>
        }
        under={(notice) => <WaitHint notice={notice} />}
        resend={
          isMailed
            ? { action: resend, run: () => resend.run({ type }), hint: t(`factor.notArrived.${type}`) }
            : undefined
        }
        links={
          <div className="flex flex-col border-t border-line pt-4">
            {screen.multiFactorType.length > 1 && (
              <TextLink href={multiFactor()} className="self-center">
                {t('factor.another')}
              </TextLink>
            )}
            <StartAgain returnTo={screen.returnTo} />
          </div>
        }
      />
    </>
  );
}
