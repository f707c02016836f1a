import { Check } from 'lucide';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { PolicyFragment } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { ErrorText } from './Field';
import { Icon } from './Icon';
import { LiveRegion } from './LiveRegion';
import { TextLink } from './TextLink';

type Policy = Pick<PolicyFragment, 'policyId' | 'title' | 'isExternal' | 'renderData' | 'dataSource'>;

/** How near to its end a text counts as read. */
const readTolerance = 15;

export function isRead(box: Pick<HTMLElement, 'scrollTop' | 'clientHeight' | 'scrollHeight'>): boolean {
  return box.scrollTop + box.clientHeight >= box.scrollHeight - readTolerance;
}

type Props = {
  policy: Policy;
  agreed: boolean;
  onAgree: (agreed: boolean) => void;
  /** It was tried to go on without the checkbox of an external policy. */
  tried?: boolean;
};

/**
 * One policy to agree to. An inline one is agreed to by reading to its end, with wheel, finger,
 * arrow keys or a screen reader's jump to the end mark; one that fits its box is read at once. An
 * external one is a link and a checkbox.
 */
export function PolicyBox(props: Props) {
  return props.policy.isExternal ? <ExternalPolicy {...props} /> : <InlinePolicy {...props} />;
}

function InlinePolicy({ policy, agreed, onAgree }: Props) {
  const { t } = useTranslation('common');
  const box = useRef<HTMLDivElement>(null);
  const id = useId();

  const look = useCallback(() => {
    if (!agreed && box.current && isRead(box.current)) onAgree(true);
  }, [agreed, onAgree]);

  useEffect(() => {
    look();
    const observer = new ResizeObserver(look);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, [look]);

  return (
    <div className="flex flex-col gap-2">
      <h2 id={id} className="text-base">
        {policy.title}
      </h2>
      {/* biome-ignore lint/a11y/useSemanticElements: a scrolling region is reached and scrolled by keyboard only with a tab stop */}
      <div
        ref={box}
        role="region"
        aria-labelledby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        onScroll={look}
        className="prose max-h-72 overflow-y-auto rounded-control border border-line-strong bg-surface p-4"
      >
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises policies before they are stored */}
        <div dangerouslySetInnerHTML={{ __html: policy.renderData ?? '' }} />
      </div>
      <LiveRegion className="flex items-center gap-1 text-sm text-ink-2">
        {agreed && <Icon of={Check} className="size-4 text-done" />}
        <span>{agreed ? t('policy.read') : t('policy.readToEnd')}</span>
      </LiveRegion>
    </div>
  );
}

function ExternalPolicy({ policy, agreed, onAgree, tried }: Props) {
  const { t } = useTranslation('common');
  const [given, setGiven] = useState(agreed);
  const id = useId();
  const missing = tried && !given;
  return (
    <section className="flex flex-col gap-1">
      <TextLink opens="tab" href={policy.dataSource}>
        {policy.title}
        <span className="visually-hidden">{t('newTab')}</span>
      </TextLink>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={given}
          aria-invalid={missing || undefined}
          aria-describedby={missing ? `${id}-error` : undefined}
          onChange={(event) => {
            setGiven(event.target.checked);
            onAgree(event.target.checked);
          }}
          className="tick"
        />
        {t('policy.agree', { title: policy.title })}
      </label>
      {missing && <ErrorText id={id}>{t('policy.required', { title: policy.title })}</ErrorText>}
    </section>
  );
}

/** Which policies still have to be read or ticked, and a setter for PolicyBox. */
export function usePolicies(policies: readonly Policy[]) {
  const [agreed, setAgreed] = useState<ReadonlySet<string>>(new Set());
  const agree = useCallback((policyId: string, value: boolean) => {
    setAgreed((before) => {
      const after = new Set(before);
      if (value) after.add(policyId);
      else after.delete(policyId);
      return after;
    });
  }, []);
  const missing = policies.filter(({ policyId }) => !agreed.has(policyId));
  return {
    agreed,
    agree,
    allAgreed: missing.length === 0,
    allRead: missing.every(({ isExternal }) => isExternal),
  };
}
