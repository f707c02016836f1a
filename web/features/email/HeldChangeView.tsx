import { useQuery } from '@apollo/client/react';
import Head from 'next/head';
import { useState } from 'react';
import { AgreeToHeldChangeDocument } from '@/generated/AgreeToHeldChange';
import { HeldChangeScreenDocument, type HeldChangeScreenQuery } from '@/generated/HeldChangeScreen';
import { ProveHeldChangeDocument } from '@/generated/ProveHeldChange';
import { StopHeldChangeDocument } from '@/generated/StopHeldChange';
import { Completed } from '@/layouts/Completed';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { formatMinute } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale, usePage, useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button } from '@/ui/Button';
import { Form, SubmitButton } from '@/ui/Form';
import { NeedsScript } from '@/ui/NeedsScript';
import { TextField } from '@/ui/TextField';

type Screen = NonNullable<HeldChangeScreenQuery['screen']>;
type Ended = 'proved' | 'agreedNow' | 'changed' | 'stopped';

/**
 * Where the mails lead about a change that the staff have begun: the new address is proved by its
 * code, the present one stops the change or agrees. Nothing happens before a button is pressed:
 * mail programs open links by themselves. Over a page without a good link lies the dialog that
 * starts again, with the page's one h1.
 */
export function HeldChangeView() {
  const { data } = useQuery(HeldChangeScreenDocument, { variables: useVariables(HeldChangeScreenDocument) });
  const [ended, setEnded] = useState<Ended | null>(null);
  const screen = data?.screen;
  return (
    <>
      <Head>
        <meta name="robots" content="noindex" />
      </Head>
      {screen?.takesEffectAt && <Shown screen={screen} ended={ended} onEnded={setEnded} />}
    </>
  );
}

type Props = { screen: Screen; onEnded: (ended: Ended) => void };

function Shown({ screen, ended, onEnded }: Props & { ended: Ended | null }) {
  const locale = useLocale();
  const { t } = useTranslation('email');
  if (ended) return <End screen={screen} ended={ended} />;
  if (screen.isNewAddress) {
    return screen.isProved ? <End screen={screen} ended="proved" /> : <Prove screen={screen} onEnded={onEnded} />;
  }
  const { email, isAgreed, takesEffectAt } = screen;
  const at = formatMinute(takesEffectAt ?? '', locale);
  const factors = screen.factors.map((kind) => t(`held.kinds.${kind}`)).join(t('held.and'));
  return (
    <>
      <PageHeading
        title={t(email ? 'held.title.email' : 'held.title.factors')}
        lead={email ? t('held.lead.email') : t('held.lead.factors', { factors })}
      />
      {email && <p className="font-bold break-all">{email}</p>}
      <p>{isAgreed ? t('held.agreed') : t(email ? 'held.whenProved' : 'held.when', { at })}</p>
      <p>{t(email ? 'held.keepEmail' : 'held.keep')}</p>
      <Choice screen={screen} onEnded={onEnded} />
    </>
  );
}

function Prove({ screen, onEnded }: Props) {
  const { t } = useTranslation('email');
  const { variables } = usePage();
  const form = useForm(async () => (await import('./schema')).pinCodeSchema, { pinCode: '' });
  const prove = useAction(ProveHeldChangeDocument, form, {
    onDone: () => onEnded(isWaiting(screen) ? 'proved' : 'changed'),
  });
  const token = String(variables.token ?? '');
  return (
    <>
      <PageHeading title={t('held.title.email')} lead={t('held.lead.email')} />
      <p className="font-bold break-all">{screen.email}</p>
      <Form form={form} action={prove} ns="email" onSubmit={({ pinCode }) => prove.run({ token, pinCode })}>
        <TextField
          name="pinCode"
          label={t('held.code')}
          hint={t('held.codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <SubmitButton>{t('held.prove')}</SubmitButton>
      </Form>
    </>
  );
}

function Choice({ screen, onEnded }: Props) {
  const { t } = useTranslation('email');
  const { variables } = usePage();
  const stop = useAction(StopHeldChangeDocument, undefined, { follow: 'stay', onDone: () => onEnded('stopped') });
  const agree = useAction(AgreeToHeldChangeDocument, undefined, {
    follow: 'stay',
    onDone: () => onEnded(screen.isProved ? 'changed' : 'agreedNow'),
  });
  const token = String(variables.token ?? '');
  return (
    <div className="flex flex-col gap-4">
      <NeedsScript />
      <ActionNotice action={stop} ns="email" />
      <ActionNotice action={agree} ns="email" />
      <Button kind="danger" pending={stop.pending} onClick={() => void stop.run({ token })}>
        {t('held.stop')}
      </Button>
      {screen.email && !screen.isAgreed && (
        <Button kind="secondary" pending={agree.pending} onClick={() => void agree.run({ token })}>
          {t('held.agree')}
        </Button>
      )}
    </div>
  );
}

/** Whether a proof of the new address is not enough yet. */
function isWaiting({ isAgreed, takesEffectAt }: Screen) {
  return !isAgreed && Date.now() < Date.parse(String(takesEffectAt));
}

/** What has come of it: what waits for something else says for what. */
function End({ screen, ended }: { screen: Screen; ended: Ended }) {
  const locale = useLocale();
  const { t } = useTranslation('email');
  const at = formatMinute(screen.takesEffectAt ?? '', locale);
  return (
    <Completed
      title={t(`held.${ended}.title`)}
      text={t(`held.${ended}.text`, { at })}
      next={{ href: paths.login(), label: t('held.login') }}
    />
  );
}
