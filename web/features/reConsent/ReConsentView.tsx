import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { Policies, useConsent } from '@/features/signup/Policies';
import { ReConsentDocument } from '@/generated/ReConsent';
import { ReConsentScreenDocument } from '@/generated/ReConsentScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { useRoot, useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Form, SubmitButton } from '@/ui/Form';
import { TextLink } from '@/ui/TextLink';

/**
 * Policies that have changed, each read to its end or ticked, before the member goes on in My
 * Page.
 */
export function ReConsentView() {
  const { t } = useTranslation('reConsent');
  const { data } = useQuery(ReConsentScreenDocument, { variables: useVariables(ReConsentScreenDocument) });
  const screen = data?.screen;
  const [changed, setChanged] = useState(false);
  const [tries, setTries] = useState(0);
  const form = useForm(null, {});
  const action = useAction(ReConsentDocument, undefined, {
    failure: { says: t('failed'), instead: true },
    follow: 'replace',
    onRefused: (errors) => {
      const outdated = errors.some(({ code }) => code === 'INVALID_REQUEST');
      setChanged(outdated);
      return !outdated;
    },
  });
  const consent = useConsent(screen?.policies ?? []);
  useEffect(() => {
    if (tries > 0) document.querySelector<HTMLElement>('[type=checkbox][aria-invalid=true]')?.focus();
  }, [tries]);
  if (!screen) return null;

  const agree = async () => {
    setTries(tries + 1);
    if (consent.allAgreed) await action.run({ policyConsentData: consent.records, returnTo: screen.returnTo });
  };
  return (
    <>
      <PageHeading title={t('title')} lead={t('lead')} />
      <Form form={form} action={action} ns="reConsent" onSubmit={agree}>
        <Policies consent={consent} tried={tries > 0} />
        <SubmitButton disabled={!consent.allRead}>{t('agree')}</SubmitButton>
      </Form>
      <Otherwise />
      <Dialog open={changed} title={t('changed.title')}>
        <p>{t('changed.text')}</p>
        <Button wide onClick={() => window.location.reload()}>
          {t('changed.reload')}
        </Button>
      </Dialog>
    </>
  );
}

/** What stays open without agreeing. The app's browser has no links to leaving. */
function Otherwise() {
  const { t } = useTranslation('reConsent');
  const { isApp } = useRoot();
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-6">
      <h2 className="text-base">{t('otherwise.title')}</h2>
      <p className="text-sm text-ink-2">{t('otherwise.text')}</p>
      <div className="flex flex-wrap gap-x-6">
        {!isApp && <TextLink href={paths.mypagePlans}>{t('otherwise.plans')}</TextLink>}
        {!isApp && <TextLink href={paths.withdraw}>{t('otherwise.withdraw')}</TextLink>}
        <TextLink href={paths.logout}>{t('otherwise.logout')}</TextLink>
      </div>
    </section>
  );
}
