import { useQuery } from '@apollo/client/react';
import { StopWithdrawalDocument } from '@/generated/StopWithdrawal';
import { WithdrawStopScreenDocument } from '@/generated/WithdrawStopScreen';
import { Completed } from '@/layouts/Completed';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { formatDateTime } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale, usePage, useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { useRefetch } from '@/lib/refetch';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button } from '@/ui/Button';
import { NeedsScript } from '@/ui/NeedsScript';

/**
 * Where the link of a mail stops a withdrawal that the store was asked for, once the button is
 * pressed: mail programs open links by themselves. Over a page without a good link lies the dialog
 * that starts again, with the page's one h1.
 */
export function WithdrawStopView() {
  const { t } = useTranslation('withdraw');
  const { data } = useQuery(WithdrawStopScreenDocument, { variables: useVariables(WithdrawStopScreenDocument) });
  const refetch = useRefetch(WithdrawStopScreenDocument);
  const screen = data?.screen;
  if (!screen?.endsAt) return null;
  if (screen.isStopped)
    return (
      <Completed
        title={t('stopped.title')}
        text={t('stopped.text')}
        next={{ href: paths.login(), label: t('stopped.login') }}
      />
    );
  return <Ask endsAt={screen.endsAt} onStopped={refetch} />;
}

function Ask({ endsAt, onStopped }: { endsAt: string; onStopped: () => Promise<void> }) {
  const { t } = useTranslation('withdraw');
  const locale = useLocale();
  const { variables } = usePage();
  const stop = useAction(StopWithdrawalDocument, undefined, {
    follow: 'stay',
    failure: { says: t('stop.failed') },
    onDone: onStopped,
  });
  return (
    <>
      <PageHeading title={t('stop.title')} lead={t('stop.lead', { at: formatDateTime(endsAt, locale) })} />
      <p>{t('stop.strange')}</p>
      <div className="flex flex-col gap-6">
        <NeedsScript />
        <ActionNotice action={stop} ns="withdraw" />
        <Button pending={stop.pending} onClick={() => void stop.run({ token: String(variables.token ?? '') })}>
          {t('stop.submit')}
        </Button>
      </div>
    </>
  );
}
