import { useQuery } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { AccountEditScreenDocument, type AccountEditScreenQuery } from '@/generated/AccountEditScreen';
import { ConfirmAccountEditDocument } from '@/generated/ConfirmAccountEdit';
import type { AccountProfileFragment, ProfileDataFragment, RegistrationSettingFragment } from '@/generated/fragments';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { type Form as FormState, useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { useRefetch } from '@/lib/refetch';
import { AddressFields, usesAddress } from '@/ui/AddressFields';
import { Button } from '@/ui/Button';
import { Form, SubmitButton } from '@/ui/Form';
import { Notice } from '@/ui/Notice';
import { CountryField } from './CountryField';
import { CustomFields } from './CustomFields';
import { type EditValues, editValues, onTop } from './editData';
import { NameFields, PersonFields } from './ProfileFields';
import { customInput, profileInput } from './profileData';

type Screen = NonNullable<AccountEditScreenQuery['screen']>;

/**
 * The registration info: every field the store uses, filled with what is registered, or with what
 * was typed and not saved yet.
 */
export function AccountEditView() {
  const { data } = useQuery(AccountEditScreenDocument);
  const screen = data?.screen;
  const refetch = useRefetch(AccountEditScreenDocument);
  if (!screen?.setting || !screen.account || !screen.formData) return null;
  const { setting, account, formData } = screen;
  return <EditForm screen={screen} setting={setting} account={account} data={formData} refetch={refetch} />;
}

type Props = {
  screen: Screen;
  setting: RegistrationSettingFragment;
  account: AccountProfileFragment;
  data: ProfileDataFragment;
  refetch: () => Promise<void>;
};

function EditForm({ screen, setting, account, data, refetch }: Props) {
  const { t } = useTranslation('registration');
  const { version, countries, customAssociatedInfo } = screen;
  const fresh = editValues(setting, data, customAssociatedInfo);
  const opened = useRef({ version, values: fresh });
  const [discarded, setDiscarded] = useState(false);
  const form = useForm(async () => (await import('./schema')).accountEditSchema(setting), fresh);
  const confirm = useAction(ConfirmAccountEditDocument, form, {
    failure: { says: t('edit.failed') },
    onTold: ({ code }) => (code === 'PROFILE_CHANGED' ? refetch() : undefined),
  });

  // What was changed elsewhere shows as it is now; what was typed here stays.
  useEffect(() => {
    if (opened.current.version === version) return;
    fill(form, onTop(opened.current.values, form.getValues(), fresh));
    opened.current = { version, values: fresh };
  });

  const discard = () => {
    fill(form, editValues(setting, account, account.customAssociatedInfo));
    setDiscarded(true);
  };

  return (
    <>
      <PageHeading title={t('edit.title')} lead={t('edit.lead')} />
      {screen.isOvertaken && <Notice tone="caution">{t('edit.overtaken')}</Notice>}
      {screen.changedFields.length > 0 && !discarded && (
        <div className="flex flex-col gap-3">
          {!screen.isOvertaken && <Notice>{t('edit.unsaved')}</Notice>}
          <Button kind="secondary" fit onClick={discard}>
            {t('edit.discard')}
          </Button>
        </div>
      )}
      <Form
        form={form}
        action={confirm}
        ns="registration"
        draft={{ name: 'edit', about: version }}
        className="flex flex-col gap-10"
        onSubmit={(values) =>
          confirm.run({
            inputtedData: {
              formData: profileInput(values),
              customAssociatedInfoData: customInput(values),
              version,
              accountRegistrationSetting: setting,
              account,
            },
          })
        }
      >
        <NameFields setting={setting} />
        <PersonFields setting={setting} />
        <CountryField rule={setting.country} countries={countries} />
        {usesAddress(setting) && <AddressFields rules={setting} />}
        <CustomFields items={setting.customAssociatedInfo} />
        <SubmitButton>{t('edit.submit')}</SubmitButton>
      </Form>
    </>
  );
}

/**
 * Fills the form anew. Its fields hold their values themselves, so each is told; a reset would
 * bring back what they show.
 */
function fill(form: FormState<EditValues>, { custom, ...values }: EditValues): void {
  const answers = Object.entries(custom).map(([id, value]) => [`custom.${id}`, value] as const);
  for (const [name, value] of [...Object.entries(values), ...answers]) form.setValue(name as 'name', value as string);
  form.clearErrors();
}
