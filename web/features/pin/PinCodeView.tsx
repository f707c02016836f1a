import { useQuery } from '@apollo/client/react';
import { useWatch } from 'react-hook-form';
import { PinCodeScreenDocument } from '@/generated/PinCodeScreen';
import { SetPinCodeDocument } from '@/generated/SetPinCode';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { Form, SubmitButton } from '@/ui/Form';
import { Notice } from '@/ui/Notice';
import { emptyBoxes, pinOf } from './boxes';
import { PinBoxes } from './PinBoxes';

/** The PIN that protects a profile in the TV app. */
export function PinCodeView() {
  const { data } = useQuery(PinCodeScreenDocument);
  const screen = data?.screen;
  return screen && <PinForm isSet={screen.isPinCodeSet} />;
}

function PinForm({ isSet }: { isSet: boolean }) {
  const { t } = useTranslation('pin');
  const form = useForm(async () => (await import('./schema')).pinSchema, { pin: emptyBoxes });
  const set = useAction(SetPinCodeDocument, form, {
    failure: { says: t('failed'), instead: true, at: { field: 'pin' } },
    rename: (error) => (error.field === 'pinCode' ? { ...error, field: 'pin' } : error),
  });
  const boxes = useWatch({ control: form.control, name: 'pin' });
  return (
    <>
      <PageHeading title={t('form.title')} lead={t('form.lead')} />
      {isSet && <Notice>{t('form.replaces')}</Notice>}
      <Form form={form} action={set} ns="pin" onSubmit={({ pin }) => set.run({ pinCode: pinOf(pin) })}>
        <PinBoxes name="pin" />
        <p className="text-sm text-ink-2">{t('form.note')}</p>
        <SubmitButton disabled={boxes.includes('')}>{t('form.submit')}</SubmitButton>
      </Form>
    </>
  );
}
