import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from '@/lib/i18n';
import { lookUp, type PostalAddress, toPostalCode } from '@/lib/japan/postalCode';
import { prefectureOptions } from '@/lib/japan/prefectures';
import { isRequired, limits, ruleOf } from '@/lib/limits';
import { useLocale } from '@/lib/pageContext';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { FieldFrame, useFieldIds } from './Field';
import { LiveRegion } from './LiveRegion';
import { SelectField } from './SelectField';
import { TextField } from './TextField';
import { useControl } from './useControl';

type Rules = Partial<Record<'postalCode' | 'prefecture' | 'address' | 'address2', string | null>>;

/** Whether the store asks for any of it. */
export function usesAddress({ postalCode, prefecture, address, address2 }: Rules): boolean {
  return [postalCode, prefecture, address, address2].some((rule) => ruleOf(rule) !== 'NOT_USE');
}

/** Postal code with its search, prefecture, address, building; each by the store's rule. */
export function AddressFields({ rules }: { rules: Rules }) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const used = (name: keyof Rules) => ruleOf(rules[name]) !== 'NOT_USE';
  const given = (name: keyof Rules) => isRequired(rules[name]);
  return (
    <fieldset className="flex min-w-0 flex-col gap-6">
      <legend className="mb-4 text-xl font-bold">{t('address.legend')}</legend>
      {used('postalCode') && <PostalCodeField required={given('postalCode')} />}
      {used('prefecture') && (
        <SelectField
          name="prefecture"
          label={t('address.prefecture')}
          required={given('prefecture')}
          autoComplete="address-level1"
          width="half"
          placeholder={t('choose')}
          options={prefectureOptions(locale)}
        />
      )}
      {used('address') && (
        <TextField
          name="address"
          label={t('address.address')}
          hint={t('address.addressHint')}
          required={given('address')}
          autoComplete="address-line1"
        />
      )}
      {used('address2') && (
        <TextField
          name="address2"
          label={t('address.address2')}
          hint={t('address.address2Hint')}
          required={given('address2')}
          autoComplete="address-line2"
        />
      )}
    </fieldset>
  );
}

/**
 * Postal code and its search. One address found fills the prefecture and the address; several open
 * a choice, and asking for the same code again opens that choice without a call.
 */
function PostalCodeField({ required }: { required?: boolean }) {
  const { t } = useTranslation('common');
  const label = t('address.postalCode');
  const ids = useFieldIds('postalCode', label, true);
  const { setValue, setError, getValues, clearErrors } = useFormContext();
  const control = useControl('postalCode', { normalise: toPostalCode });
  const typed = toPostalCode(String(useWatch({ name: 'postalCode' }) ?? ''));
  const [pending, setPending] = useState(false);
  const [choice, setChoice] = useState<{ code: string; addresses: PostalAddress[] } | null>(null);
  const [choosing, setChoosing] = useState(false);
  const [filled, setFilled] = useState('');
  const [unreached, setUnreached] = useState(false);

  const ready = typed.length === limits.postalCode.length && /^\d+$/.test(typed) && (unreached || !ids.invalid);

  const fill = ({ prefectureCode, city, town, allAddress }: PostalAddress) => {
    setChoosing(false);
    setFilled(allAddress);
    setValue('prefecture', String(prefectureCode), { shouldDirty: true });
    setValue('address', `${city}${town}`, { shouldDirty: true });
    clearErrors(['prefecture', 'address']);
  };

  const search = async () => {
    const code = toPostalCode(String(getValues('postalCode')));
    setValue('postalCode', code);
    if (choice?.code === code) {
      setChoosing(true);
      return;
    }
    setPending(true);
    setFilled('');
    clearErrors('postalCode');
    const result = await lookUp(code);
    setPending(false);
    const say = (message: string) => setError('postalCode', { type: 'server', message }, { shouldFocus: true });
    setUnreached('unreached' in result);
    if ('message' in result) say(result.message);
    else if ('unreached' in result) say(t('errors.offline'));
    else if ('failed' in result) console.error('postal code look-up failed', result.failed);
    else if (result.found.length === 0) setError('postalCode', { type: 'NOT_FOUND' }, { shouldFocus: true });
    else if (result.found.length === 1) fill(result.found[0] as PostalAddress);
    else {
      setChoice({ code, addresses: result.found });
      setChoosing(true);
    }
  };

  return (
    <>
      <FieldFrame ids={ids} name="postalCode" label={label} required={required} hint={t('address.postalCodeHint')}>
        <div className="flex flex-wrap gap-3">
          <input
            id={ids.control}
            type="text"
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={16}
            aria-describedby={ids.describedBy}
            aria-invalid={ids.invalid || undefined}
            aria-required={required || undefined}
            className="control w-40 min-w-0 tabular-nums"
            {...control}
          />
          <Button kind="secondary" fit disabled={!ready} pending={pending} onClick={() => void search()}>
            {t('address.search')}
          </Button>
        </div>
      </FieldFrame>
      <LiveRegion className="sr-only">{filled && t('address.filled', { address: filled })}</LiveRegion>
      <Dialog open={choosing} title={t('address.choose')} onClose={() => setChoosing(false)}>
        <ul className="flex flex-col gap-2">
          {choice?.addresses.map((address) => (
            <li key={`${address.prefectureCode} ${address.allAddress}`}>
              <button
                type="button"
                onClick={() => fill(address)}
                className="min-h-11 w-full rounded-control border border-line-strong px-4 py-2 text-left hover:bg-ground"
              >
                {address.allAddress}
              </button>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
