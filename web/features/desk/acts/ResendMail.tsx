import { ResendMailDocument } from '@/generated/staff/ResendMail';
import { formatDay } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { SelectField } from '@/ui/SelectField';
import { mails } from '../member';
import { ActForm } from './ActForm';
import type { ActProps } from './act';

/** Sends a mail once more, to the address on file and to no other. */
export function ResendMail({ page, ...props }: ActProps) {
  const { t } = useTranslation('desk');
  return (
    <ActForm
      {...props}
      name="resendMail"
      document={ResendMailDocument}
      schema={async () => (await import('../schema')).resendSchema}
      first={{ mail: '' }}
      input={({ mail, ...why }) => ({ accountId: page.member.accountId, ...why, ...mail })}
    >
      <SelectField
        name="mail"
        required
        label={t('acts.resendMail.mail')}
        placeholder={t('choose')}
        options={mails(page).map(({ kind, subjectId, about, at }) => ({
          value: [kind, subjectId].join(' ').trim(),
          label: [t(`acts.resendMail.kinds.${kind}`), about, at && formatDay(at)].filter(Boolean).join(' '),
        }))}
      />
    </ActForm>
  );
}
