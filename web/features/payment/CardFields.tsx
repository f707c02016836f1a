import { useWatch } from 'react-hook-form';
import { useTranslation } from '@/lib/i18n';
import { toHalfWidth } from '@/lib/typed';
import { LiveRegion } from '@/ui/LiveRegion';
import { AcceptedBrands } from './AcceptedBrands';
import { CardField } from './CardField';
import { brandNames, brandOf, inputLength, maskNumber } from './cardNumber';
import { maskExpiry, toExpiry } from './expiry';
import { HolderField } from './HolderField';

/**
 * The fields of a new card. They belong to the provider's script; our server never sees what is
 * typed here.
 */
export function CardFields() {
  const { t } = useTranslation('payment');
  return (
    <fieldset className="flex min-w-0 flex-col gap-6">
      <legend className="visually-hidden">{t('card.legend')}</legend>
      <AcceptedBrands />
      <NumberField />
      <CardField
        name="ccExpiry"
        label={t('card.expiry')}
        hint={t('card.expiryHint')}
        placeholder="12/29"
        inputMode="numeric"
        autoComplete="cc-exp"
        maxLength={12}
        mask={maskExpiry}
        normalise={toExpiry}
        width="postcode"
      />
      <CardField
        name="securityCode"
        label={t('card.code')}
        hint={t('card.codeHint')}
        inputMode="numeric"
        autoComplete="cc-csc"
        maxLength={4}
        normalise={toHalfWidth}
        width="postcode"
      />
      <HolderField />
    </fieldset>
  );
}

/** The number in the groups of its brand, whose name shows as soon as it is known. */
function NumberField() {
  const { t } = useTranslation('payment');
  const number = String(useWatch({ name: 'ccNumber' }) ?? '');
  const brand = brandOf(number);
  return (
    <CardField
      name="ccNumber"
      label={t('card.number')}
      inputMode="numeric"
      autoComplete="cc-number"
      maxLength={inputLength(number)}
      mask={maskNumber}
      normalise={maskNumber}
      deps={['securityCode']}
      suffix={
        <LiveRegion
          role="status"
          className="pointer-events-none absolute inset-y-0 right-3 flex max-w-[40%] items-center"
        >
          <span className="truncate text-sm text-ink-2">{brand && brandNames[brand]}</span>
        </LiveRegion>
      }
    />
  );
}
