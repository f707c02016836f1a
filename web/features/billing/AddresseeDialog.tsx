import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { limits } from '@/lib/limits';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Form, SubmitButton } from '@/ui/Form';
import { RadioField } from '@/ui/RadioField';
import { TextField } from '@/ui/TextField';
import { type Addressed, honorifics } from './honorifics';

type Props = {
  open: boolean;
  onShow: (to: Addressed) => void;
  /**
   * Without it the invoice has not been shown yet, and the other way out is the payment history.
   */
  onClose?: () => void;
};

/** Asks whom an invoice is addressed to (L-076). What is answered stays in the page. */
export function AddresseeDialog({ open, onShow, onClose }: Props) {
  const { t } = useTranslation('billing');
  const form = useForm<Addressed, Addressed>(async () => (await import('./schema')).addresseeSchema, {
    addressee: '',
    honorific: 'sama',
  });
  return (
    <Dialog open={open} title={t('addressee.title')} onClose={onClose}>
      <p className="text-ink-2">{t('addressee.lead')}</p>
      <Form form={form} ns="billing" draft={{ name: 'addressee' }} onSubmit={onShow}>
        <TextField
          name="addressee"
          label={t('addressee.label')}
          hint={t('addressee.hint', limits.addressee)}
          required
          autoComplete="organization"
        />
        <RadioField
          name="honorific"
          label={t('addressee.honorific')}
          hint={t('addressee.honorificHint')}
          required
          options={honorifics.map((value) => ({ value, label: t(`addressee.honorifics.${value}`) }))}
        />
        <div className="flex flex-col gap-3">
          <SubmitButton>{t('addressee.show')}</SubmitButton>
          {!onClose && (
            <LinkButton href={paths.paymentHistory} kind="text">
              {t('sheet.toHistory')}
            </LinkButton>
          )}
        </div>
      </Form>
    </Dialog>
  );
}
