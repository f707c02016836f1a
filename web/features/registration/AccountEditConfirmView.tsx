import { useQuery } from '@apollo/client/react';
import {
  AccountEditConfirmScreenDocument,
  type AccountEditConfirmScreenQuery,
} from '@/generated/AccountEditConfirmScreen';
import { EditAccountDocument } from '@/generated/EditAccount';
import type { AccountProfileFragment, ProfileDataFragment, RegistrationSettingFragment } from '@/generated/fragments';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button, LinkButton } from '@/ui/Button';
import { DefinitionList, type Fact } from '@/ui/DefinitionList';
import { Notice } from '@/ui/Notice';
import { useProfileSummary } from './useProfileSummary';

type Screen = NonNullable<AccountEditConfirmScreenQuery['screen']>;

/**
 * What was typed, once more, before it is saved; what differs from what is registered is marked.
 */
export function AccountEditConfirmView() {
  const { data } = useQuery(AccountEditConfirmScreenDocument);
  const screen = data?.screen;
  if (!screen?.setting || !screen.account || !screen.formData) return null;
  return <Confirm screen={screen} setting={screen.setting} account={screen.account} data={screen.formData} />;
}

type Props = {
  screen: Screen;
  setting: RegistrationSettingFragment;
  account: AccountProfileFragment;
  data: ProfileDataFragment;
};

function Confirm({ screen, setting, account, data }: Props) {
  const { t } = useTranslation('registration');
  const { changedFields, countries, customAssociatedInfo: custom } = screen;
  const countryOf = (code: string | null) => countries.find((country) => country.code === code)?.name ?? '';
  const groups = useProfileSummary(setting, data, custom, countryOf(data.country));
  const formerly = useProfileSummary(setting, account, account.customAssociatedInfo, countryOf(account.country));
  const former = new Map(formerly.flatMap(({ facts }) => facts.map(({ key, detail }) => [key, detail] as const)));
  const marked = (fact: Fact & { key: string }): Fact =>
    changedFields.includes(fact.key)
      ? {
          ...fact,
          detail: (
            <>
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <strong>{fact.detail}</strong>
                <span className="text-xs font-bold text-accent-text">{t('review.changed')}</span>
              </span>
              <span className="block text-sm text-ink-2">
                {t('review.former')}
                {former.get(fact.key)}
              </span>
            </>
          ),
        }
      : fact;

  const edit = useAction(EditAccountDocument, undefined, { failure: { says: t('edit.failed') } });
  // What the page shows is sent along, so that nothing else can be saved by it.
  const save = () => edit.run({ optionalInfo: { ...data, customAssociatedInfo: [...custom] } });
  return (
    <>
      <PageHeading title={t('review.title')} lead={t('review.lead')} />
      <ActionNotice action={edit} ns="registration" />
      {changedFields.length === 0 && <Notice>{t('review.unchanged')}</Notice>}
      {groups.map(({ title, facts }) => (
        <section key={title} aria-label={title} className="flex flex-col gap-1">
          <h2 className="text-xl">{title}</h2>
          <DefinitionList facts={facts.map(marked)} />
        </section>
      ))}
      <div className="flex flex-col gap-3">
        <Button wide pending={edit.pending} onClick={() => void save()}>
          {t('review.submit')}
        </Button>
        <LinkButton href={paths.accountEdit} kind="secondary" wide>
          {t('review.fix')}
        </LinkButton>
      </div>
    </>
  );
}
