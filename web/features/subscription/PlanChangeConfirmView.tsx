import { useQuery } from '@apollo/client/react';
import { ChangePlanDocument } from '@/generated/ChangePlan';
import { PlanChangeConfirmScreenDocument } from '@/generated/PlanChangeConfirmScreen';
import { BackLink } from '@/layouts/BackLink';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { formatDate } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale, useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button, LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { DefinitionList } from '@/ui/DefinitionList';
import { Money } from '@/ui/Money';
import { NeedsScript } from '@/ui/NeedsScript';
import { unbroken } from '@/ui/unbroken';

/** What the change of a contract's plan means, everything that is agreed on, and the one button. */
export function PlanChangeConfirmView() {
  const { t } = useTranslation('subscription');
  const locale = useLocale();
  const { data } = useQuery(PlanChangeConfirmScreenDocument, {
    variables: useVariables(PlanChangeConfirmScreenDocument),
  });
  const screen = data?.screen;
  if (!screen?.plan || !screen.terms) return null;
  const { subscription, plan, terms, shown } = screen;
  const id = subscription.subscriptionId;
  return (
    <>
      <BackLink href={paths.changePlan(id)}>{t('plan.back')}</BackLink>
      <PageHeading title={t('plan.confirm')} lead={t('plan.confirmLead')} />
      <Card>
        <DefinitionList
          facts={[
            { term: t('plan.now'), detail: subscription.planName },
            { term: t('plan.after'), detail: plan.planName },
            { term: t('plan.today'), detail: <Amount yen={0} /> },
            { term: t('plan.on', { day: formatDate(plan.day, locale) }), detail: <Amount yen={plan.amount} /> },
          ]}
        />
      </Card>
      <Card title={t('plan.terms')}>
        <DefinitionList
          facts={terms.items.map(({ key, title, text }) => ({ key, term: title, detail: unbroken(text) }))}
        />
      </Card>
      <Press id={id} planId={plan.planId} shown={shown} words={terms.buttonLabel} />
    </>
  );
}

/** What is paid, larger than the facts around it. */
function Amount({ yen }: { yen: number }) {
  return (
    <span className="text-xl">
      <Money yen={yen} tax={yen > 0} />
    </span>
  );
}

type Press = { id: string; planId: string; shown: string | null; words: string };

function Press({ id, planId, shown, words }: Press) {
  const { t } = useTranslation('subscription');
  const change = useAction(ChangePlanDocument, undefined, { follow: 'replace' });
  const code = change.notice?.code;
  return (
    <div className="flex flex-col gap-6">
      <NeedsScript />
      <ActionNotice action={change} />
      <div className="flex flex-col gap-3 sm:flex-row">
        {code === 'PRICE_CHANGED' ? (
          <LinkButton href={paths.changePlan(id)}>{t('plan.again')}</LinkButton>
        ) : (
          <Button pending={change.pending} onClick={() => void change.run({ subscriptionId: id, planId, shown })}>
            {words}
          </Button>
        )}
        <LinkButton href={paths.subscription(id)} kind="secondary">
          {t('plan.keep')}
        </LinkButton>
      </div>
    </div>
  );
}
