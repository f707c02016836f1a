import { useQuery } from '@apollo/client/react';
import { useWatch } from 'react-hook-form';
import {
  BackupCodeGenerateScreenDocument,
  type BackupCodeGenerateScreenQuery,
} from '@/generated/BackupCodeGenerateScreen';
import { EnableMultiFactorWithBackupCodeDocument } from '@/generated/EnableMultiFactorWithBackupCode';
import { RegenerateBackupCodeDocument } from '@/generated/RegenerateBackupCode';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { CheckField } from '@/ui/CheckField';
import { Form, SubmitButton } from '@/ui/Form';
import { Notice } from '@/ui/Notice';
import { KeepCodes } from './KeepCodes';

type Screen = NonNullable<BackupCodeGenerateScreenQuery['screen']>;

/**
 * Fresh backup codes. Sending them back says that the member has them; only then do they
 * count.
 */
export function BackupCodeGenerateView() {
  const { data } = useQuery(BackupCodeGenerateScreenDocument);
  const screen = data?.screen;
  // Other codes are not saved because the former ones were: the form starts anew with each list.
  return screen?.backupCodeList[0] && <CodesForm key={screen.backupCodeList[0]} screen={screen} />;
}

function CodesForm({ screen: { backupCodeList: codes, regenerate } }: { screen: Screen }) {
  const { t } = useTranslation('mfa');
  const form = useForm(null, { saved: false });
  const failure = { says: t('generate.failed') };
  const enable = useAction(EnableMultiFactorWithBackupCodeDocument, form, { failure });
  const renew = useAction(RegenerateBackupCodeDocument, form, { failure });
  const save = regenerate ? renew : enable;
  const saved = useWatch({ control: form.control, name: 'saved' });
  return (
    <>
      <PageHeading title={t('generate.title')} lead={t('generate.lead')} />
      <Notice tone={regenerate ? 'caution' : 'info'}>{t(regenerate ? 'generate.again' : 'generate.first')}</Notice>
      <ol
        aria-label={t('generate.list')}
        className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-control border border-line bg-ground p-4 text-center font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <KeepCodes codes={codes} />
      <Form
        form={form}
        action={save}
        ns="mfa"
        onSubmit={() => save.run({ backupCodeList: codes })}
        className="flex flex-col gap-6 print:hidden"
      >
        <CheckField name="saved" label={t('generate.saved')} />
        <SubmitButton disabled={!saved}>{t(regenerate ? 'generate.renew' : 'generate.enable')}</SubmitButton>
      </Form>
    </>
  );
}
