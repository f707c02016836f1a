import Head from 'next/head';
import type { FormEvent } from 'react';
import { clearFlowError, useFlowError } from '@/lib/flow';
import { useTranslation } from '@/lib/i18n';
import { go } from '@/lib/nav';
import { usePage, useStore } from '@/lib/pageContext';
import { Button } from './Button';
import { Dialog } from './Dialog';

/**
 * A flow that cannot go on, as the page's own data say or as an action found out: open exactly
 * while a redirect URL is set, and left only by starting again there (L-001–L-003). Its title is
 * the same for all, so what happened is emphasised under it, and what to do about it follows. A
 * page whose own data say so has nothing to show: the title is its heading and the window's.
 */
export function FlowErrorDialog() {
  const { t } = useTranslation('common');
  const { flowError } = usePage();
  const { serviceName } = useStore();
  const error = useFlowError() ?? flowError;
  const target = error?.redirectTo;

  const [happened, rest] = firstSentence(error?.message || t('flowError.text'));

  const restart = (event: FormEvent) => {
    event.preventDefault();
    clearFlowError();
    if (target) void go(target, 'replace');
  };

  return (
    <Dialog key={flowError?.redirectTo ?? ''} open={!!target} title={t('flowError.title')} alone={!!flowError}>
      {flowError && (
        <Head>
          <title key="title">{serviceName ? `${t('flowError.title')} | ${serviceName}` : t('flowError.title')}</title>
        </Head>
      )}
      <div className="flex flex-col gap-2">
        <p className="font-bold">{happened}</p>
        {rest && <p>{rest}</p>}
      </div>
      <form action={target ?? undefined} method="get" onSubmit={restart}>
        <Button type="submit" wide>
          {t('flowError.restart')}
        </Button>
      </form>
    </Dialog>
  );
}

/** What happened, and the rest of the words. */
function firstSentence(words: string): [string, string] {
  const end = words.search(/。|\. /) + 1;
  return end > 0 ? [words.slice(0, end), words.slice(end).trim()] : [words, ''];
}
