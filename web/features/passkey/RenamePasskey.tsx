import { PasskeysScreenDocument } from '@/generated/PasskeysScreen';
import { RenamePasskeyDocument } from '@/generated/RenamePasskey';
import { useAction } from '@/lib/action';
import { changeScreen } from '@/lib/changeScreen';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { Form, SubmitButton } from '@/ui/Form';
import { TextField } from '@/ui/TextField';

type Props = { passkeyId: string; name: string; onClose: () => void };

/** Another name for a passkey, in place of its facts. */
export function RenamePasskey({ passkeyId, name, onClose }: Props) {
  const { t } = useTranslation('passkey');
  const form = useForm(async () => (await import('./schema')).nameSchema, { name });
  const rename = useAction(RenamePasskeyDocument, form, {
    failure: { says: t('renameFailed') },
    update: (cache, { passkeys }) => changeScreen(cache, PasskeysScreenDocument, { passkeys }),
    onDone: () => {
      toast.done(t('renamed'));
      onClose();
    },
  });
  return (
    <Form form={form} action={rename} ns="passkey" onSubmit={(values) => rename.run({ passkeyId, ...values })}>
      <TextField name="name" label={t('name')} hint={t('nameHint')} autoComplete="off" />
      <div className="flex flex-col gap-3 sm:flex-row">
        <SubmitButton>{t('save')}</SubmitButton>
        <Button kind="secondary" className="shrink-0" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </Form>
  );
}
