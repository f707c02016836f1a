import { useQuery } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { DeletePaymentMethodDocument } from '@/generated/DeletePaymentMethod';
import type { PaymentMethodFragment } from '@/generated/fragments';
import { PaymentMethodsScreenDocument } from '@/generated/PaymentMethodsScreen';
import { SetDefaultPaymentMethodDocument } from '@/generated/SetDefaultPaymentMethod';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { changeScreen } from '@/lib/changeScreen';
import { useTranslation } from '@/lib/i18n';
import { limits } from '@/lib/limits';
import { useAddress } from '@/lib/nav';
import { useRefetch } from '@/lib/refetch';
import { toast } from '@/lib/toast';
import { ActionNotice } from '@/ui/ActionNotice';
import { Alert } from '@/ui/Alert';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, Empty } from '@/ui/Card';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { AddCard } from './AddCard';
import { AwaitedMethods } from './AwaitedMethods';
import { JoinMethods } from './JoinMethods';
import { posting } from './leaving';
import { OpenAgreements } from './OpenAgreements';
import { PaymentMethodMark } from './PaymentMethodMark';
import { PaymentMethodName } from './PaymentMethodName';
import { useMethodName, useTypeNames } from './useMethodName';

/** What the member pays with: which one forms choose at first, which can go, and a card to add. */
export function PaymentMethodsView() {
  const { t } = useTranslation('payment');
  const { data } = useQuery(PaymentMethodsScreenDocument);
  const screen = data?.screen;
  const refetch = useRefetch(PaymentMethodsScreenDocument);
  const returnTo = new URLSearchParams(useAddress().split('?')[1]).get('returnTo') ?? undefined;
  const nameOf = useTypeNames();
  const [asking, setAsking] = useState<PaymentMethodFragment | null>(null);
  const prefer = useAction(SetDefaultPaymentMethodDocument, undefined, {
    failure: { says: t('wallet.setDefaultFailed') },
    update: (cache, { defaultPaymentMethodId }) =>
      changeScreen(cache, PaymentMethodsScreenDocument, { defaultPaymentMethodId }),
    onDone: () => toast.done(t('wallet.defaultSet')),
    onTold: refetch, // it may have been deleted in another tab
  });
  const remove = useAction(DeletePaymentMethodDocument, undefined, {
    failure: { says: t('wallet.deleteFailed') },
    onDone: ({ ending }) => posting(ending), // before the page to which it comes back
    onTold: refetch,
  });
  if (!screen) return null;
  const {
    paymentMethods: methods,
    defaultPaymentMethodId: preferred,
    cardScripts,
    joinable,
    linked,
    ordered,
    failure,
  } = screen;
  const confirm = async () => {
    prefer.clearNotice();
    if (asking?.accountPaymentMethodId) await remove.run({ accountPaymentMethodId: asking.accountPaymentMethodId });
    setAsking(null);
  };
  const makeDefault = (accountPaymentMethodId: string) => {
    remove.clearNotice();
    void prefer.run({ accountPaymentMethodId });
  };
  return (
    <>
      <PageHeading title={t('wallet.title')} lead={t('wallet.lead')} />
      <Alert>{failure?.message}</Alert>
      <AwaitedMethods kinds={screen.awaited} />
      <OpenAgreements methods={screen.openAgreements} />
      <ActionNotice action={remove} ns="payment" />
      <ActionNotice action={prefer} ns="payment" />
      {methods.length === 0 ? (
        <Empty>{t('wallet.empty')}</Empty>
      ) : (
        <ul className="flex flex-col gap-4" aria-label={t('wallet.registered')}>
          {methods.map((method) => (
            <li key={method.accountPaymentMethodId}>
              <Method
                method={method}
                isDefault={method.accountPaymentMethodId === preferred}
                isOrdered={ordered.includes(method.paymentMethodType)}
                onPrefer={makeDefault}
                onDelete={() => setAsking(method)}
              />
            </li>
          ))}
        </ul>
      )}
      {methods.length < limits.paymentMethods.max ? (
        <details open={methods.length === 0 || !!failure || undefined} className="group flex flex-col">
          <summary className="button button-secondary w-full list-none sm:w-auto">{t('add.open')}</summary>
          <div className="pt-4">
            <Card title={t('add.title')}>
              <AddCard scripts={cardScripts} returnTo={returnTo} />
            </Card>
          </div>
        </details>
      ) : (
        <p>{t('add.full', { max: limits.paymentMethods.max })}</p>
      )}
      {joinable.length > 0 && methods.length < limits.paymentMethods.max && (
        <Card title={t('join.title')}>
          <JoinMethods kinds={joinable} linked={linked} returnTo={returnTo} />
        </Card>
      )}
      <ConfirmDialog
        open={asking !== null}
        title={t('wallet.ask')}
        confirmLabel={t('wallet.delete')}
        danger
        pending={remove.pending}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(null)}
      >
        {asking && (
          <p className="font-bold">
            <PaymentMethodName method={asking} />
          </p>
        )}
        <p>{t('wallet.askText')}</p>
        {asking && screen.endedThere.includes(asking.paymentMethodType) && (
          <p>{t('agreement.ahead', { name: nameOf(asking.paymentMethodType) })}</p>
        )}
      </ConfirmDialog>
    </>
  );
}

type Props = {
  method: PaymentMethodFragment;
  isDefault: boolean;
  /** It came with an order, and pays for that contract alone. */
  isOrdered: boolean;
  onPrefer: (id: string) => void;
  onDelete: () => void;
};

/** One of them. Several look alike, so each button names its payment method. */
function Method({ method, isDefault, isOrdered, onPrefer, onDelete }: Props) {
  const { t } = useTranslation('payment');
  const name = useMethodName(method);
  const { accountPaymentMethodId: id, isContractUsed: used, sbpsCreditInfo: card } = method;
  const preferable = id && !isDefault && !isOrdered && !card?.isExpired;
  const heading = useRef<HTMLHeadingElement>(null);
  const pressed = useRef(false);
  // The button that has made it the default is gone: the keyboard goes on at what it was about.
  useEffect(() => {
    if (isDefault && pressed.current && document.activeElement === document.body) heading.current?.focus();
    pressed.current = false;
  }, [isDefault]);
  return (
    <div className="card flex flex-col gap-3">
      <div className="flex items-start gap-4">
        <PaymentMethodMark method={method} />
        <div className="flex min-w-0 flex-col gap-2">
          <h2 ref={heading} tabIndex={-1} className="text-base">
            <PaymentMethodName method={method} warnExpired />
          </h2>
          {(isDefault || used) && (
            <p className="flex flex-wrap gap-2">
              {isDefault && <Badge tone="accent">{t('wallet.default')}</Badge>}
              {used && <Badge>{t('wallet.used')}</Badge>}
            </p>
          )}
          {isOrdered && <p className="text-sm text-ink-2">{t('wallet.orderedHint')}</p>}
          {used && <p className="text-sm text-ink-2">{t('wallet.usedHint')}</p>}
        </div>
      </div>
      {(preferable || !used) && (
        <div className="flex flex-col gap-3 sm:flex-row">
          {preferable && (
            <Button
              kind="secondary"
              aria-label={t('wallet.setDefaultOf', { method: name })}
              onClick={() => {
                pressed.current = true;
                onPrefer(id);
              }}
            >
              {t('wallet.setDefault')}
            </Button>
          )}
          {!used && (
            <Button kind="danger" aria-label={t('wallet.deleteOf', { method: name })} onClick={onDelete}>
              {t('wallet.delete')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
