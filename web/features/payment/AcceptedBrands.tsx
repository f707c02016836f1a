import { useTranslation } from '@/lib/i18n';
import { brandNames } from './cardNumber';
import { Mark } from './PaymentMethodMark';

/** The brands of cards that may be registered: what our check of a number knows (V-050–V-054). */
export function AcceptedBrands() {
  const { t } = useTranslation('payment');
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-sm text-ink-2">{t('card.accepted')}</span>
      <ul className="flex flex-wrap gap-1.5">
        {Object.entries(brandNames).map(([code, name]) => (
          <li key={code} className="flex">
            <Mark of={code} name={name} small />
          </li>
        ))}
      </ul>
    </div>
  );
}
