import type { ReactNode } from 'react';
import type { InvoiceFragment } from '@/generated/fragments';
import { formatDate, formatYen } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { DefinitionList } from '@/ui/DefinitionList';
import { formatSigned } from './amounts';
import { type Addressed, addressed } from './honorifics';
import { PaidWith } from './PaidWith';

type Props = { invoice: InvoiceFragment; to: Addressed };

/** The invoice as it is printed: one sheet of A4, black on white whatever the store looks like. */
export function InvoiceSheet({ invoice, to }: Props) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  const words = invoice.refundId ? 'returnInvoice' : 'invoice';
  return (
    <article className="sheet flex flex-col gap-8 print:gap-6">
      <h1 className="text-center text-2xl">{t(`${words}.title`)}</h1>
      <div className="flex flex-col gap-6 sm:flex-row sm:justify-between print:flex-row print:justify-between">
        <p className="min-w-0 grow border-b border-current pb-1 text-xl font-bold self-start">
          {addressed(to.addressee, to.honorific)}
        </p>
        <Seller invoice={invoice} />
      </div>
      <p className="flex flex-wrap items-baseline gap-x-4 border-y-2 border-current py-3">
        <span className="font-bold">{t(`${words}.total`)}</span>
        <span className="text-3xl font-bold tabular-nums">{formatYen(invoice.billingAmount, locale)}</span>
        <span className="text-sm">{t(`${words}.paid`)}</span>
      </p>
      <Items invoice={invoice} />
      <Taxes invoice={invoice} />
      <div className="print:[&_dl>div]:py-1.5">
        <Facts invoice={invoice} />
      </div>
    </article>
  );
}

type Part = { invoice: InvoiceFragment };

function Seller({ invoice: { seller, invoiceRegistrationNumber: number } }: Part) {
  const { t } = useTranslation('billing');
  return (
    <address className="shrink-0 text-sm not-italic sm:max-w-[45%] print:max-w-[45%]">
      <span className="block text-base font-bold">{seller.name}</span>
      <span className="block">{seller.serviceName}</span>
      {seller.address && <span className="block whitespace-pre-line">{seller.address}</span>}
      {seller.phone && <span className="block">{`${t('sheet.phone')}: ${seller.phone}`}</span>}
      {seller.email && <span className="block">{seller.email}</span>}
      {number && <span className="block font-bold">{`${t('sheet.registration')}: ${number}`}</span>}
    </address>
  );
}

function Items({ invoice }: Part) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  const { refundId, planName, startDay, endDay, originalPrice, discount, campaignName, billingAmount } = invoice;
  const day = (value: string) => formatDate(value, locale);
  return (
    <SheetTable caption={t('sheet.items')} heads={[t('sheet.item'), t('sheet.amount')]}>
      <tr className="border-b border-current">
        <th scope="row" className="py-2 pr-4 text-left font-normal">
          <span>{t(refundId ? 'returnInvoice.item' : 'invoice.item', { plan: planName })}</span>
          {startDay && endDay && (
            <span className="block text-sm">{t('period', { from: day(startDay), to: day(endDay) })}</span>
          )}
        </th>
        <Yen>{formatYen(refundId ? billingAmount : originalPrice, locale)}</Yen>
      </tr>
      {discount > 0 && (
        <tr className="border-b border-current">
          <th scope="row" className="py-2 pr-4 text-left font-normal">
            <span>{t('sheet.discount')}</span>
            {campaignName && <span className="block text-sm">{campaignName}</span>}
          </th>
          <Yen>{formatSigned(-discount, locale)}</Yen>
        </tr>
      )}
      <tr>
        <th scope="row" className="py-2 pr-4 text-left">
          {t('sheet.sum')}
        </th>
        <Yen bold>{formatYen(billingAmount, locale)}</Yen>
      </tr>
    </SheetTable>
  );
}

function Taxes({ invoice: { taxRate, netBillingAmount, taxAmount, billingAmount } }: Part) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  return (
    <SheetTable caption={t('sheet.taxes')} heads={[t('sheet.rate'), t('sheet.net'), t('sheet.tax'), t('sheet.gross')]}>
      <tr>
        <th scope="row" className="py-2 pr-4 text-left font-normal whitespace-nowrap">
          {t('sheet.ofRate', { rate: taxRate })}
        </th>
        <Yen>{formatYen(netBillingAmount, locale)}</Yen>
        <Yen>{formatYen(taxAmount, locale)}</Yen>
        <Yen>{formatYen(billingAmount, locale)}</Yen>
      </tr>
    </SheetTable>
  );
}

function SheetTable({ caption, heads, children }: { caption: string; heads: readonly string[]; children: ReactNode }) {
  return (
    <table className="w-full border-collapse">
      <caption className="pb-1 text-left text-sm font-bold">{caption}</caption>
      <thead>
        <tr className="border-y border-current text-sm">
          {heads.map((head, place) => (
            <th key={head} scope="col" className={place === 0 ? 'py-1 pr-4 text-left' : 'py-1 pl-4 text-right'}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function Yen({ children, bold = false }: { children: ReactNode; bold?: boolean }) {
  return (
    <td className={`py-2 pl-4 text-right align-top whitespace-nowrap tabular-nums ${bold ? 'font-bold' : ''}`}>
      {children}
    </td>
  );
}

function Facts({ invoice }: Part) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  const {
    refundId,
    number,
    originalNumber,
    orderNumber,
    createdAt,
    doneAt,
    soldAt,
    accountPaymentMethod: method,
    contactEmail,
  } = invoice;
  const words = refundId ? 'returnInvoice' : 'invoice';
  return (
    <DefinitionList
      facts={[
        { term: t(`${words}.doneAt`), detail: formatDate(doneAt ?? createdAt, locale) },
        refundId && soldAt && { term: t('returnInvoice.soldAt'), detail: formatDate(soldAt, locale) },
        method && { term: t('method'), detail: <PaidWith method={method} /> },
        { term: t(`${words}.number`), detail: number },
        originalNumber && { term: t('returnInvoice.original'), detail: originalNumber },
        orderNumber && { term: t('sheet.order'), detail: orderNumber },
        contactEmail && { term: t('sheet.email'), detail: contactEmail },
      ]}
    />
  );
}
