import { type ReactNode, useContext } from 'react';
import { useTranslation } from '@/lib/i18n';
import { InsideContext } from '@/lib/nav';
import { Footer } from './Footer';

/** What all layouts share: skip link, header, one main, footer. */
export function Frame({ header, children }: { header: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('common');
  const above = useContext(InsideContext)?.above;
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-30 focus:rounded-control focus:bg-surface focus:p-3"
      >
        {t('skip')}
      </a>
      {above}
      {header}
      <main id="main" tabIndex={-1} className="w-full outline-none">
        {children}
      </main>
      <Footer />
    </div>
  );
}
