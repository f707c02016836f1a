import { useEffect, useId, useRef, useState } from 'react';
import type { OidcScopeFragment as Scope } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { Badge } from '@/ui/Badge';
import { Switch } from '@/ui/Switch';

/**
 * Something that an app asks for, in the form of the consent: fixed where the app cannot do without
 * it, else with a switch. What is switched off is sent as refused (S-039); without scripts it is
 * not sent, which is the same.
 */
export function AskedScope({ scope, isUpdated }: { scope: Scope; isUpdated: boolean }) {
  const { t } = useTranslation('oidc');
  const [refused, setRefused] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => setRefused(box.current?.checked === false), []); // it may have been switched before the scripts came
  const { scopeKey, scopeName, scopeDescription, required, examples } = scope;
  return (
    <Switch
      ref={box}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-about`}
      name={required ? undefined : 'addScope'}
      value={scopeKey}
      defaultChecked
      disabled={required}
      onChange={(event) => setRefused(!event.target.checked)}
    >
      <span className="min-w-0">
        <span id={`${id}-name`} className="flex flex-wrap items-center gap-2 font-bold">
          <span>{scopeName}</span>
          {required && <Badge>{t('consent.required')}</Badge>}
          {isUpdated && <Badge tone="accent">{t('consent.updated')}</Badge>}
        </span>
        <span id={`${id}-about`} className="block">
          <span className="block text-sm text-ink-2">{scopeDescription}</span>
          {examples.length > 0 && (
            <span className="mt-2 block border-l-2 border-line-strong pl-3 text-sm break-words">
              {examples.map((example) => (
                <span key={example} className="block">
                  {example}
                </span>
              ))}
            </span>
          )}
        </span>
      </span>
      {required && <input type="hidden" name="addScope" value={scopeKey} />}
      {refused && <input type="hidden" name="rejectScope" value={scopeKey} />}
    </Switch>
  );
}
