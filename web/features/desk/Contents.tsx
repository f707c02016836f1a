import { useTranslation } from '@/lib/i18n';
import { cx } from '@/ui/cx';
import type { MemberPage } from './member';

/** The way to the parts of the page, which is long. */
export function Contents({ page: { contracts, money, timeline } }: { page: MemberPage }) {
  const { t } = useTranslation('desk');
  const parts = [
    ['actions', t('actions.title')] as const,
    contracts && (['contracts', t('contracts.title')] as const),
    money && (['bills', t('bills.title')] as const),
    ['login', t('login.title')] as const,
    ['notes', t('notes.title')] as const,
    timeline && (['timeline', t('timeline.title')] as const),
  ].filter((part) => !!part);
  return (
    <nav aria-label={t('contents')} className="flex flex-wrap gap-x-6">
      {parts.map(([id, title]) => (
        <a
          key={id}
          href={`#${id}`}
          className={cx('inline-flex min-h-11 items-center', id === 'actions' && 'wide:hidden')}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}
