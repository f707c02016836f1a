import type { PaymentMethodsScreenQuery } from '@/generated/PaymentMethodsScreen';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { Form, SubmitButton } from '@/ui/Form';
import { RootError } from '@/ui/RootError';
import { CardFields } from './CardFields';
import { emptyCard, monthInTokyo } from './cardValues';
import { useRegisterCard } from './useRegisterCard';

type Scripts = NonNullable<PaymentMethodsScreenQuery['screen']>['cardScripts'];

/** The form of a new card; from the bank the browser comes back to `returnTo`. */
export function AddCard({ scripts, returnTo }: { scripts: Scripts; returnTo?: string }) {
  const { t } = useTranslation('payment');
  const form = useForm(async () => (await import('./schema')).typedCardSchema(monthInTokyo()), emptyCard);
  const { action, register } = useRegisterCard(form, scripts, returnTo);
  return (
    <Form form={form} action={action} ns="payment" onSubmit={register}>
      <RootError />
      <p className="text-sm text-ink-2">{t('card.safe')}</p>
      <CardFields />
      <p className="text-sm text-ink-2">{t('add.bank')}</p>
      <SubmitButton>{t('add.button')}</SubmitButton>
    </Form>
  );
}
