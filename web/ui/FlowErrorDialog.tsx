import type { FormEvent } from 'react';
import { clearFlowError, useFlowError } from '@/lib/flow';
import { useTranslation } from '@/lib/i18n';
import { go } from '@/lib/nav';
import { usePage } from '@/lib/pageContext';
import { Button } from './Button';
import { Dialog } from './Dialog';

/**
 * A flow that cannot go on, as the page's own data say or as an action found out: open exactly while a redirect URL is set, and
 * left only by starting again there (L-001–L-003).
 */
export function FlowErrorDialog() {
  const { t } = useTranslation('common');
  const { flowError } = usePage();
  const error = useFlowError() ?? flowError;
  const target = error?.redirectTo;

  const restart = (event: FormEvent) => {
    event.preventDefault();
    clearFlowError();
    if (target) void go(target, 'replace');
  };

  return (
    <Dialog key={flowError?.redirectTo ?? ''} open={!!target} title={t('flowError.title')}>
      <p>{error?.message || t('flowError.text')}</p>
      <form action={target ?? undefined} method="get" onSubmit={restart}>
        <Button type="submit" wide>
          {t('flowError.restart')}
        </Button>
      </form>
    </Dialog>
  );
}
