import { useQuery } from '@apollo/client/react';
import { kindOf } from '@/features/plans/availability';
import type { BoughtItemFragment as Item } from '@/generated/fragments';
import { PurchasesScreenDocument } from '@/generated/PurchasesScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { formatDate } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useAddress } from '@/lib/nav';
import { useLocale, useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Badge } from '@/ui/Badge';
import { LinkButton } from '@/ui/Button';
import { Empty } from '@/ui/Card';
import { DefinitionList } from '@/ui/DefinitionList';
import { Money } from '@/ui/Money';
import { TextLink } from '@/ui/TextLink';
import { showsExpiry } from './expiry';

/** /mypage/purchases: what the member has bought and rented and can watch. */
export function PurchasesView() {
  return <List ended={false} />;
}

/** /mypage/purchases/ended: what is over. */
export function EndedPurchasesView() {
  return <List ended />;
}

function List({ ended }: { ended: boolean }) {
  const { t } = useTranslation('bought');
  const { data } = useQuery(PurchasesScreenDocument, { variables: useVariables(PurchasesScreenDocument) });
  const screen = data?.screen;
  if (!screen) return null;
  const { purchases, pageInfo } = screen;
  return (
    <>
      <PageHeading
        title={t(ended ? 'ended.title' : 'title')}
        lead={purchases.length > 0 && t(ended ? 'ended.lead' : 'lead')}
      />
      {purchases.length === 0 ? (
        <Empty
          action={
            !ended && (
              <LinkButton href={paths.plans} kind="secondary">
                {t('toPlans')}
              </LinkButton>
            )
          }
        >
          {t(ended ? 'ended.empty' : 'empty')}
        </Empty>
      ) : (
        <ul className="grid gap-4">
          {purchases.map((item) => (
            <li key={item.entitlementId}>
              <ItemCard item={item} ended={ended} />
            </li>
          ))}
        </ul>
      )}
      {(pageInfo.hasPreviousPage || pageInfo.hasNextPage) && (
        <nav aria-label={t('pages')} className="flex flex-col gap-3 sm:flex-row sm:justify-between">
          {pageInfo.hasPreviousPage && (
            <LinkButton href={ended ? paths.endedPurchases() : paths.purchases()} kind="secondary">
              {t('newest')}
            </LinkButton>
          )}
          {pageInfo.hasNextPage && pageInfo.endCursor && (
            <LinkButton
              href={ended ? paths.endedPurchases(pageInfo.endCursor) : paths.purchases(pageInfo.endCursor)}
              kind="secondary"
            >
              {t('older')}
            </LinkButton>
          )}
        </nav>
      )}
      <TextLink href={ended ? paths.purchases() : paths.endedPurchases()} className="self-start">
        {t(ended ? 'ended.back' : 'toEnded')}
      </TextLink>
    </>
  );
}

function ItemCard({ item, ended }: { item: Item; ended: boolean }) {
  const { t } = useTranslation(['bought', 'plans']);
  const locale = useLocale();
  const back = useAddress();
  const { planId, planName, image, orderId } = item;
  return (
    <article className="card flex flex-col gap-4 sm:flex-row" aria-label={planName}>
      {image && (
        <img
          src={image}
          alt=""
          width={192}
          height={108}
          loading="lazy"
          className="aspect-video w-full self-start rounded-control object-cover sm:w-48"
        />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <p className="flex flex-wrap gap-2">
          <Badge>{t(`plans:type.${kindOf(item)}`)}</Badge>
          {item.isRefunded && <Badge tone="caution">{t('refunded')}</Badge>}
        </p>
        <h2 className="text-xl">{planName}</h2>
        <DefinitionList
          facts={[
            { term: t('watch'), detail: <Watch item={item} ended={ended} /> },
            { term: t('date'), detail: formatDate(item.purchasedAt, locale) },
            { term: t('paid'), detail: <Money yen={item.billingAmount} /> },
          ]}
        />
        <p className="flex flex-wrap items-center gap-x-6 gap-y-2">
          {item.watchUrl && (
            <LinkButton href={item.watchUrl} elsewhere>
              {t('play')}
              <span className="visually-hidden">{`: ${planName}`}</span>
            </LinkButton>
          )}
          {item.canBuyAgain && (
            <LinkButton href={paths.plan(planId)} kind="secondary">
              {t(kindOf(item) === 'rental' ? 'again.rental' : 'again.purchase')}
              <span className="visually-hidden">{`: ${planName}`}</span>
            </LinkButton>
          )}
          <TextLink href={paths.evidence(orderId, back)}>
            {t('order')}
            <span className="visually-hidden">{`: ${planName}`}</span>
          </TextLink>
        </p>
      </div>
    </article>
  );
}

/**
 * Until when it can be watched, and how many days that are; a day more than ten years ahead is
 * none.
 */
function Watch({ item, ended }: { item: Item; ended: boolean }) {
  const { t } = useTranslation('bought');
  const locale = useLocale();
  const { entitlementExpiration: last, daysLeft, isRefunded } = item;
  if (isRefunded) return t('returned');
  if (ended) return last ? t('over', { day: formatDate(last, locale) }) : t('revoked');
  if (!showsExpiry(last)) return t('forGood');
  return (
    <>
      <span>{t('until', { day: formatDate(last, locale) })}</span>
      {daysLeft !== null && (
        <span className="block font-bold">{daysLeft === 1 ? t('today') : t('left', { days: daysLeft })}</span>
      )}
    </>
  );
}
