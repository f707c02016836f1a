import { useQuery } from '@apollo/client/react';
import Head from 'next/head';
import { LeaveDocument } from '@/generated/Leave';
import { LeaveScreenDocument, type LeaveScreenQuery } from '@/generated/LeaveScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { formatDate } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale, usePage, useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { useRefetch } from '@/lib/refetch';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button } from '@/ui/Button';
import { NeedsScript } from '@/ui/NeedsScript';
import { Notice } from '@/ui/Notice';
import { EffectList } from './EffectList';
import { Receipt } from './Receipt';

type Screen = NonNullable<LeaveScreenQuery['screen']>;

/**
 * Where the link of a mail cancels its contract without a login, once the button is pressed: mail
 * programs open links by themselves.
 */
export function LeaveView() {
  const { data } = useQuery(LeaveScreenDocument, { variables: useVariables(LeaveScreenDocument) });
  const screen = data?.screen;
  const refetch = useRefetch(LeaveScreenDocument);
  return (
    <>
      <Head>
        <meta name="robots" content="noindex" />
      </Head>
      <Shown screen={screen} onCancelled={refetch} />
    </>
  );
}

type Props = { screen: Screen | null | undefined; onCancelled: () => Promise<void> };

function Shown({ screen, onCancelled }: Props) {
  const { t } = useTranslation('subscription');
  if (!screen?.planName) return null; // the dialog that starts again lies over the page, with its one h1
  if (screen.receiptNumber) return <Left screen={screen} />;
  const { planName, blockedBy } = screen;
  return (
    <>
      <PageHeading title={t('cancel.title')} lead={blockedBy ? undefined : t('leave.lead')} />
      {blockedBy && <Notice tone="caution">{blockedBy.message}</Notice>}
      <h2 className="text-xl">{planName}</h2>
      {!blockedBy && (
        <>
          <Effects screen={screen} />
          <Choice onCancelled={onCancelled} />
        </>
      )}
    </>
  );
}

function Effects({ screen }: { screen: Screen }) {
  const { t } = useTranslation('subscription');
  const locale = useLocale();
  const last = screen.lastViewingDay && formatDate(screen.lastViewingDay, locale);
  const next = screen.nextSettlementDay && formatDate(screen.nextSettlementDay, locale);
  const paid = next ? t('cancel.effects.payment', { date: next }) : t('cancel.effects.unpaid');
  const effects = [
    last ? t('cancel.effects.watch', { date: last }) : t('cancel.effects.held'),
    screen.isTrial ? t('cancel.effects.free') : paid,
    t('cancel.effects.films'),
    last && t('leave.back', { date: last }),
  ];
  return <EffectList effects={effects} />;
}

function Choice({ onCancelled }: Pick<Props, 'onCancelled'>) {
  const { t } = useTranslation('subscription');
  const { variables } = usePage();
  const leave = useAction(LeaveDocument, undefined, {
    follow: 'stay',
    failure: { says: t('notices.INTERNAL') },
    onDone: onCancelled,
  });
  return (
    <div className="flex flex-col gap-6">
      <NeedsScript />
      <ActionNotice action={leave} ns="subscription" />
      <Button
        kind="danger"
        pending={leave.pending}
        onClick={() => void leave.run({ token: String(variables.token ?? '') })}
      >
        {t('cancel.submit')}
      </Button>
      <p className="text-sm">{t('leave.keep')}</p>
    </div>
  );
}

function Left({ screen }: { screen: Screen }) {
  const { t } = useTranslation('subscription');
  const locale = useLocale();
  const { planName, receiptNumber, lastViewingDay, endDay, subscriptionId: id, isUndoable, isPaymentOpen } = screen;
  const says = t('leave.undoable', { date: endDay ? formatDate(endDay, locale) : '' });
  return (
    <Receipt
      planName={planName}
      receiptNumber={receiptNumber}
      lastViewingDay={lastViewingDay}
      endDay={endDay}
      isPaymentOpen={isPaymentOpen}
      undo={isUndoable && id ? { id, says } : null}
      next={{ href: paths.login(), label: t('leave.toLogin') }}
    />
  );
}
