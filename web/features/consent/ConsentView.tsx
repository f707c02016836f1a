import { useQuery } from '@apollo/client/react';
import { useId } from 'react';
import { AnswerConsentDocument } from '@/generated/AnswerConsent';
import { ConsentScreenDocument } from '@/generated/ConsentScreen';
import type { ConsentOptionFragment } from '@/generated/fragments';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';
import { useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { useRefetch } from '@/lib/refetch';
import { toast } from '@/lib/toast';
import { Badge } from '@/ui/Badge';
import { Card } from '@/ui/Card';
import { NeedsScript } from '@/ui/NeedsScript';
import { Switch } from '@/ui/Switch';
import { TextLink } from '@/ui/TextLink';

/**
 * What the member agrees to, with a switch each: newsletters, or what the store may do with
 * what it knows.
 */
export function ConsentView() {
  const { t } = useTranslation('consent');
  const { data } = useQuery(ConsentScreenDocument, { variables: useVariables(ConsentScreenDocument) });
  const screen = data?.screen;
  const refetch = useRefetch(ConsentScreenDocument);
  if (!screen) return null;
  const { type, consentOptions: options, usesExternalPolicy } = screen;
  return (
    <>
      <PageHeading title={t(`${type}.title`)} lead={t(`${type}.lead`)} />
      <NeedsScript />
      <Card>
        <ul className="-my-4 divide-y divide-line">
          {options.map((option) => (
            <li key={option.consentOptionId}>
              <OptionSwitch option={option} onFailed={refetch} />
            </li>
          ))}
        </ul>
      </Card>
      {type === 'privacy' && <Notes linked={!usesExternalPolicy} />}
    </>
  );
}

/**
 * The switch shows what the server said last: it moves when an answer was accepted (S-095), and
 * not before.
 */
function OptionSwitch({ option, onFailed }: { option: ConsentOptionFragment; onFailed: () => Promise<void> }) {
  const { t } = useTranslation('consent');
  const id = useId();
  const { consentOptionId, key, title, description, value } = option;
  const answer = useAction(AnswerConsentDocument, undefined, {
    failure: { at: 'toast', says: t('failed'), instead: true }, // E-085
    onDone: () => toast.done(t('done')),
    onTold: (found) => {
      console.error('the consent could not be changed', found.code); // E-086
      return found.code === 'POLICY_CHANGED' ? onFailed() : undefined; // the words have changed since they were shown
    },
  });
  return (
    <Switch
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-about` : undefined}
      checked={value}
      aria-disabled={answer.pending || undefined} // disabled itself would lose the focus
      onChange={() => void answer.run({ consentOptionId, key, value: !value })}
    >
      <span className="flex min-w-0 flex-col items-start gap-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span id={`${id}-title`} className="font-bold">
            {title}
          </span>
          <Badge tone={value ? 'accent' : 'neutral'}>{t(value ? 'enabled' : 'disabled')}</Badge>
        </span>
        {description && (
          <span id={`${id}-about`} className="text-sm text-ink-2">
            {description}
          </span>
        )}
      </span>
    </Switch>
  );
}

/** What the settings do and do not, and the policy that they belong to (L-109, L-110). */
function Notes({ linked }: { linked: boolean }) {
  const { t } = useTranslation('consent');
  const { t: common } = useTranslation('common');
  return (
    <section className="flex flex-col gap-2 text-sm text-ink-2">
      <h2 className="text-base text-ink">{t('privacy.notes')}</h2>
      <ul className="list-disc pl-5">
        <li>{t('privacy.note.service')}</li>
        <li>{t('privacy.note.past')}</li>
        <li>{t('privacy.note.kept')}</li>
      </ul>
      {linked && (
        <TextLink opens="tab" href={paths.privacy} className="self-start">
          {t('privacy.policy')}
          <span className="visually-hidden">{common('newTab')}</span>
        </TextLink>
      )}
    </section>
  );
}
