import { Eye, EyeOff } from 'lucide';
import { useState } from 'react';
import { useTranslation } from '@/lib/i18n';
import { FieldFrame, type FieldProps, useFieldIds } from './Field';
import { Icon } from './Icon';
import { useControl } from './useControl';

type Props = FieldProps & { autoComplete: 'current-password' | 'new-password'; maxLength?: number };

/**
 * A password exactly as typed: no trimming, no width conversion. It can be pasted, filled by a
 * manager and shown.
 */
export function PasswordField({ name, label, required, hint, width, autoComplete, maxLength }: Props) {
  const { t } = useTranslation('common');
  const [shown, setShown] = useState(false);
  const ids = useFieldIds(name, label, !!hint);
  const control = useControl(name);
  return (
    <FieldFrame ids={ids} name={name} label={label} required={required} hint={hint} width={width}>
      <div className="relative">
        <input
          id={ids.control}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={maxLength}
          aria-describedby={ids.describedBy}
          aria-invalid={ids.invalid || undefined}
          aria-required={required || undefined}
          className="control pr-14"
          {...control}
        />
        <button
          type="button"
          aria-pressed={shown}
          aria-label={t('showPassword', { label })}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 inline-flex w-12 items-center justify-center rounded-control text-ink-2"
        >
          <Icon of={shown ? EyeOff : Eye} className="size-5" />
        </button>
      </div>
    </FieldFrame>
  );
}

/**
 * What the member logs in with, for the password manager of the browser, which has to know whose
 * password a form proves or sets. It is invisible, and it is not sent.
 */
export function LoginName({ identifier }: { identifier: string | null }) {
  return identifier && <input type="text" autoComplete="username" value={identifier} readOnly hidden />;
}
