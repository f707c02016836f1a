import { MultiFactorCodeScreenDocument, type MultiFactorCodeScreenQuery } from '@/generated/MultiFactorCodeScreen';
import { MultiFactorLoginDocument } from '@/generated/MultiFactorLogin';
import { SendMultiFactorCodeDocument } from '@/generated/SendMultiFactorCode';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { usePageQuery } from '@/lib/apollo';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { labelled } from '@/lib/labelled';
import { Link } from '@/lib/nav';
import { CheckField } from '@/ui/CheckField';
import { CodeField } from '@/ui/CodeField';
import { Form, SubmitButton } from '@/ui/Form';
import { CodeResend } from '@/ui/MailedCode';
import { TextField } from '@/ui/TextField';
import { type Factor, isFactor, useLoginFlow } from './flow';
import { StartAgain } from './StartAgain';
import { failedProof, WaitHint } from './WaitHint';

/** The entry of a second factor. The code of one that is sent has left when this page opens. */
export function MultiFactorCodeView() {
  const { screen } = usePageQuery(MultiFactorCodeScreenDocument);
  const type = screen?.type ?? null;
  if (!screen || !isFactor(type)) return null;
  return <FactorForm key={type} screen={screen} type={type} />;
}

type Screen = NonNullable<MultiFactorCodeScreenQuery['screen']>;

function FactorForm({ screen, type }: { screen: Screen; type: Factor }) {
  const { t } = useTranslation('login');
  const { oidc, multiFactor } = useLoginFlow();
  const code = screen.codeName ?? t(`factor.types.${type}`);
  const isSent = type === 'Email' || type === 'SMS';
  const form = useForm(async () => (await import('./schema')).factorSchema(type), {
    value: '',
    isPreferred: screen.defaultMultiFactorType === type,
    rememberDevice: false,
  });
  const login = useAction(MultiFactorLoginDocument, form);
  const resend = useAction(SendMultiFactorCodeDocument);
  return (
    <>
      <PageHeading title={t(`factor.enter.${type}`)} />
      <div className="flex flex-col gap-3">
        <p>{t(`factor.leads.${type}`)}</p>
        {screen.sendTo && <p className="font-bold break-all">{screen.sendTo}</p>}
        {isSent && screen.codeMinutes && <p>{t('factor.minutes', { code, minutes: screen.codeMinutes })}</p>}
      </div>
      <Form
        form={form}
        action={{ ...login, notice: failedProof(login.notice, t('factor.failed')) }}
        ns="login"
        onSubmit={(values) => login.run({ type, ...values, oidc })}
      >
        <WaitHint notice={login.notice} />
        {type === 'BackupCode' ? (
          <TextField name="value" label={labelled(code)} autoComplete="off" spellCheck={false} width="half" />
        ) : (
          <CodeField name="value" label={labelled(code)} />
        )}
        <div className="flex flex-col">
          {type !== 'BackupCode' && <CheckField name="isPreferred" label={t('factor.isPreferred')} />}
          <CheckField name="rememberDevice" label={t('factor.rememberDevice')} />
        </div>
        <SubmitButton onceFor="value">{t('submit')}</SubmitButton>
      </Form>
      {isSent && (
        <CodeResend
          action={resend}
          code={code}
          hint={t(`factor.notArrived.${type}`)}
          onResend={() => resend.run({ type })}
        >
          <WaitHint notice={resend.notice} />
        </CodeResend>
      )}
      <div className="flex flex-col border-t border-line pt-4">
        {screen.multiFactorType.length > 1 && (
          <Link href={multiFactor()} className="inline-flex min-h-11 items-center self-center">
            {t('factor.another')}
          </Link>
        )}
        <StartAgain />
      </div>
    </>
  );
}
