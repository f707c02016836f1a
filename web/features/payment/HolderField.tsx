import { useTranslation } from '@/lib/i18n';
import { CardField } from './CardField';
import { longestName } from './cardValues';
import { toHolder } from './holder';

/** The name on the card in Roman letters, for 3-D Secure. */
export function HolderField() {
  const { t } = useTranslation('payment');
  return (
    <CardField
      name="cardHolder"
      label={t('card.holder')}
      hint={t('card.holderHint')}
      placeholder="HANAKO TODAI"
      autoComplete="cc-name"
      maxLength={2 * longestName + 1}
      normalise={toHolder}
    />
  );
}
