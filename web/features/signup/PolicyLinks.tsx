import { useState } from 'react';
import type { PolicyFragment } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { Dialog } from '@/ui/Dialog';
import { TextLink } from '@/ui/TextLink';

type Props = {
  policies: readonly PolicyFragment[];
  /** The words of the button by which the visitor agrees. */
  button: string;
};

/**
 * What the press of a button agrees to, in one line beside it. A text of the store opens in place,
 * so that nothing typed is left behind; another site's opens in a tab of its own.
 */
export function PolicyLinks({ policies, button }: Props) {
  const { t } = useTranslation('signup');
  const [open, setOpen] = useState<PolicyFragment | null>(null);
  if (policies.length === 0) return null;
  return (
    <>
      <section aria-label={t('email.policies')} className="text-sm text-ink-2">
        <p>{t('inline.agree', { button })}</p>
        <ul className="flex flex-wrap gap-x-4">
          {policies.map((policy) => (
            <li key={policy.policyId}>
              <PolicyLink policy={policy} onOpen={() => setOpen(policy)} />
            </li>
          ))}
        </ul>
      </section>
      <Dialog open={open !== null} title={open?.title ?? ''} onClose={() => setOpen(null)}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises policies before they are stored */}
        <div className="prose text-sm" dangerouslySetInnerHTML={{ __html: open?.renderData ?? '' }} />
      </Dialog>
    </>
  );
}

function PolicyLink({ policy, onOpen }: { policy: PolicyFragment; onOpen: () => void }) {
  const { t } = useTranslation('common');
  if (!policy.isExternal) {
    return (
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="min-h-11 text-left text-accent-text underline underline-offset-[0.2em]"
      >
        {policy.title}
      </button>
    );
  }
  return (
    <TextLink opens="tab" href={policy.dataSource}>
      {policy.title}
      <span className="visually-hidden">{t('newTab')}</span>
    </TextLink>
  );
}
