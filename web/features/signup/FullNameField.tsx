import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from '@/lib/i18n';
import type { Locale } from '@/lib/locale';
import { toName } from '@/lib/typed';
import { cx } from '@/ui/cx';
import { FieldFrame, useFieldIds } from '@/ui/Field';
import { LiveRegion } from '@/ui/LiveRegion';
import { useControl } from '@/ui/useControl';
import { splitName } from './fullName';

/**
 * Family and given name in one field. Once it is left, the line beneath it says how the name was
 * read. Its room is kept while it is empty and no error has it, so that nothing moves under the
 * finger that leaves the field.
 */
export function FullNameField({ locale }: { locale: Locale }) {
  const { t } = useTranslation('signup');
  const label = t('fields.fullName');
  const ids = useFieldIds('fullName', label, true);
  const [isTyping, setTyping] = useState(false);
  const control = useControl('fullName', { normalise: toName, onLeave: () => setTyping(false) });
  const parts = splitName(String(useWatch({ name: 'fullName' }) ?? ''), locale);
  const reading = `${ids.control}-reading`;
  return (
    <FieldFrame ids={ids} name="fullName" label={label} required hint={t('fields.fullNameHint')}>
      <input
        id={ids.control}
        type="text"
        autoComplete="name"
        aria-describedby={cx(ids.describedBy, reading)}
        aria-invalid={ids.invalid || undefined}
        aria-required
        className="control"
        onInput={({ currentTarget }) => setTyping(currentTarget === document.activeElement)}
        {...control}
      />
      <LiveRegion
        id={reading}
        className={cx('mt-1.5 text-sm break-words text-ink-2', ids.invalid ? 'empty:mt-0' : 'min-h-lh')}
      >
        {!isTyping && parts.givenName && t('fields.fullNameRead', parts)}
      </LiveRegion>
    </FieldFrame>
  );
}
