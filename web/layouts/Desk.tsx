import Head from 'next/head';
import type { ReactNode } from 'react';
import { useDesk } from '@/lib/desk/desk';
import { useLock } from '@/lib/desk/lock';
import { useTranslation } from '@/lib/i18n';
import { Button } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { Notice } from '@/ui/Notice';
import { DeskBar } from './DeskBar';
import { LanguageSwitch } from './Footer';
import { PageHeading } from './PageHeading';

type Props = { children: ReactNode /** One short form, in a card. */; narrow?: boolean };

/** Pages of the staff: a bar of their own, and nothing of the store's around them. */
export function Desk({ children, narrow = false }: Props) {
  const { t } = useTranslation('desk');
  const { caller, fault } = useDesk();
  const locked = useLock();
  const shown = (
    <>
      {fault && <Failed words={t(fault.code === 'NOT_FOUND' ? 'notFound' : 'failed')} why={fault.message} />}
      {children}
    </>
  );
  return (
    <div className="flex min-h-dvh flex-col">
      <Head>
        <meta key="robots" name="robots" content="noindex, nofollow" />
      </Head>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-30 focus:rounded-control focus:bg-surface focus:p-3"
      >
        {t('skip')}
      </a>
      <DeskBar caller={locked ? null : caller} />
      <main id="main" tabIndex={-1} className="w-full outline-none">
        <div className={cx('mx-auto px-4 py-6 sm:px-6', narrow || locked ? 'max-w-[488px] sm:py-12' : 'max-w-6xl')}>
          <div className={cx('flex flex-col gap-6', (narrow || locked) && 'card sm:p-8')}>
            {locked ? <Locked /> : shown}
          </div>
        </div>
      </main>
      <footer className="mx-auto mt-auto w-full max-w-6xl px-4 py-4 sm:px-6 print:hidden">
        <LanguageSwitch />
      </footer>
    </div>
  );
}

function Failed({ words, why }: { words: string; why: string | null }) {
  return (
    <>
      <PageHeading title={words} />
      {why && <Notice tone="error">{why}</Notice>}
    </>
  );
}

/** What takes the place of a page that was not touched for ten minutes. */
function Locked() {
  const { t } = useTranslation('desk');
  return (
    <>
      <PageHeading title={t('locked.title')} lead={t('locked.lead')} />
      <Button wide autoFocus onClick={() => window.location.reload()}>
        {t('locked.reload')}
      </Button>
    </>
  );
}
