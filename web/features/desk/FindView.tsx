import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { FindScreenDocument, type FindScreenQuery } from '@/generated/staff/FindScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { ask } from '@/lib/desk/call';
import { holds, useDesk } from '@/lib/desk/desk';
import { useErrand } from '@/lib/desk/errand';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { trim } from '@/lib/typed';
import { Button } from '@/ui/Button';
import { Form, SubmitButton } from '@/ui/Form';
import { LiveRegion } from '@/ui/LiveRegion';
import { Notice } from '@/ui/Notice';
import { TextField } from '@/ui/TextField';
import { Hits } from './Hits';

type Page = NonNullable<FindScreenQuery['find']>;
type Found = { term: string; nodes: Page['nodes']; next: string | null };

/** Name of the entry in the state of the history, which holds the term. */
const kept = 'kaiinTerm';

/**
 * One box that finds members by whatever the staff are told. The term is often personal data: it is
 * sent in the body and stays out of the address, which is written down in many places. The entry of
 * the history keeps it, so that the way back leads to the same list.
 */
export function FindView() {
  const { t } = useTranslation('desk');
  const { caller } = useDesk();
  if (!caller) return null;
  return (
    <>
      <PageHeading title={t('find.title')} />
      {holds(caller, 'MEMBERS_FIND') ? <Find /> : <Notice>{t('find.missing')}</Notice>}
    </>
  );
}

function Find() {
  const { t } = useTranslation('desk');
  const [found, setFound] = useState<Found>();
  const form = useForm(async () => (await import('./schema')).findSchema, { term: '' });
  const find = useErrand(
    ({ term, after }: { term: string; after?: string }) =>
      ask(FindScreenDocument, { term, after }).then(({ find: page }) => {
        const before = after ? (found?.nodes ?? []) : [];
        const next = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
        setFound({ term, nodes: [...before, ...(page?.nodes ?? [])], next });
        window.history.replaceState({ ...window.history.state, [kept]: term }, '');
      }),
    form,
  );
  const again = useEffectEvent(() => {
    const term: unknown = window.history.state?.[kept];
    if (typeof term !== 'string') return;
    form.setValue('term', term);
    void find.run({ term });
  });
  useEffect(() => again(), []);
  const box = useRef<HTMLDivElement>(null);
  useSlash(() => box.current?.querySelector('input')?.focus());
  return (
    <>
      <div ref={box}>
        <Form form={form} action={find} ns="desk" onSubmit={find.run} className="flex flex-col gap-3">
          <div className="flex max-w-3xl flex-col gap-3 sm:flex-row sm:items-end">
            <div className="grow">
              <TextField
                name="term"
                type="search"
                label={t('find.label')}
                hint={t('find.hint')}
                autoComplete="off"
                autoFocus
                spellCheck={false}
                normalise={trim}
              />
            </div>
            <div className="shrink-0">
              <SubmitButton wide={false}>{t('find.button')}</SubmitButton>
            </div>
          </div>
        </Form>
      </div>
      <LiveRegion className="text-ink-2 empty:absolute">
        {found &&
          t(found.nodes.length === 0 ? 'find.none' : 'find.some', { term: found.term, count: found.nodes.length })}
      </LiveRegion>
      {found && found.nodes.length > 0 && <Hits hits={found.nodes} />}
      {found?.next && (
        <Button
          kind="secondary"
          className="self-start"
          pending={find.pending}
          onClick={() => void find.run({ term: found.term, after: found.next as string })}
        >
          {t('find.more')}
        </Button>
      )}
    </>
  );
}

/** The key / leads to the box from anywhere but a field. */
function useSlash(lead: () => void): void {
  const led = useEffectEvent(lead);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const at = event.target;
      // What is looked for begins with no /: who presses it does not see that they are there.
      const isEmptyBox = at instanceof HTMLInputElement && at.name === 'term' && at.value === '';
      const isTyping = !isEmptyBox && at instanceof Element && at.closest('input, textarea, select');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      led();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}
