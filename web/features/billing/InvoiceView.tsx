import { useQuery } from '@apollo/client/react';
import { Printer } from 'lucide';
import Head from 'next/head';
import { useState } from 'react';
import type { InvoiceFragment } from '@/generated/fragments';
import { InvoiceScreenDocument } from '@/generated/InvoiceScreen';
import { ReturnInvoiceScreenDocument } from '@/generated/ReturnInvoiceScreen';
import { useTranslation } from '@/lib/i18n';
import { useStore, useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Button, LinkButton } from '@/ui/Button';
import { Icon } from '@/ui/Icon';
import { AddresseeDialog } from './AddresseeDialog';
import type { Addressed } from './honorifics';
import { InvoiceSheet } from './InvoiceSheet';

/** The invoice of a payment. */
export function InvoiceView() {
  const { data } = useQuery(InvoiceScreenDocument, { variables: useVariables(InvoiceScreenDocument) });
  const screen = data?.screen;
  return screen && <Invoice invoice={screen.invoice} />;
}

/** The return invoice of a refund. */
export function ReturnInvoiceView() {
  const { data } = useQuery(ReturnInvoiceScreenDocument, { variables: useVariables(ReturnInvoiceScreenDocument) });
  const screen = data?.screen;
  return screen && <Invoice invoice={screen.invoice} />;
}

/**
 * First it is asked whom it is addressed to; then it is there (S-088). The page is in a tab of its
 * own and has no layout: nothing of the site is printed with it.
 */
function Invoice({ invoice }: { invoice: InvoiceFragment }) {
  const { t } = useTranslation('billing');
  const { serviceName } = useStore();
  const [to, setTo] = useState<Addressed | null>(null);
  const [asking, setAsking] = useState(true);
  const title = t(invoice.refundId ? 'returnInvoice.title' : 'invoice.title');
  const show = (addressed: Addressed) => {
    setTo(addressed);
    setAsking(false);
  };
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto flex max-w-[210mm] flex-col gap-6 px-4 py-6 outline-none sm:px-6 print:max-w-none print:p-0"
    >
      <Head>
        <title key="title">{`${title} | ${serviceName}`}</title>
        <meta key="robots" name="robots" content="noindex" />
      </Head>
      {to ? (
        <>
          <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap print:hidden">
            <Button onClick={() => window.print()}>
              <Icon of={Printer} className="size-5" />
              {t('sheet.print')}
            </Button>
            <Button kind="secondary" onClick={() => setAsking(true)}>
              {t('sheet.change')}
            </Button>
            <LinkButton href={paths.paymentHistory} kind="text">
              {t('sheet.toHistory')}
            </LinkButton>
          </div>
          <InvoiceSheet invoice={invoice} to={to} />
        </>
      ) : (
        <h1 className="text-2xl">{title}</h1>
      )}
      <AddresseeDialog open={asking} onShow={show} onClose={to ? () => setAsking(false) : undefined} />
    </main>
  );
}
