import type { ComponentType } from 'react';
import { useTranslation } from '@/lib/i18n';
import { Alert } from './Alert';
import { Button } from './Button';

/**
 * What `dynamic` has in place of a part whose scripts do not come, on a weak line or after a
 * release: it would show nothing until the page is loaded anew.
 */
export function orNotice<P>(part: Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  return part.catch(() => PartMissing);
}

/** The part may come with a page that is asked for anew. */
function PartMissing() {
  const { t } = useTranslation('common');
  return (
    <>
      <Alert>{t('errors.partMissing')}</Alert>
      <Button kind="secondary" onClick={() => window.location.reload()}>
        {t('errors.reload')}
      </Button>
    </>
  );
}
