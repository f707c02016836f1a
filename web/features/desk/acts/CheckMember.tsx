import { CheckMemberDocument, type CheckMemberMutation } from '@/generated/staff/CheckMember';
import { emptyToNull } from '@/lib/empty';
import { formatMinute } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { Badge } from '@/ui/Badge';
import { TextField } from '@/ui/TextField';
import { claims } from '../values';
import { ActForm } from './ActForm';
import type { ActProps } from './act';

type Checked = NonNullable<CheckMemberMutation['result']>;

const blank = { nameKana: '', birthday: '', phoneLast4: '', postalCode: '', cardSuffix: '', lastPaymentYen: '' };

/** What somebody who asks says of themselves is compared; what is kept is not shown. */
export function CheckMember({ page: { member }, ...props }: ActProps) {
  const { t } = useTranslation('desk');
  return (
    <ActForm
      {...props}
      name="checkMember"
      document={CheckMemberDocument}
      schema={async () => (await import('../schema')).checkSchema}
      first={blank}
      input={(said) => ({ accountId: member.accountId, ...emptyToNull(said) })}
      keeps
      say={({ isProven, provenUntil, triesLeft }) =>
        isProven && provenUntil
          ? { tone: 'done', words: t('acts.checkMember.proven', { until: formatMinute(provenUntil) }) }
          : { tone: 'caution', words: t('acts.checkMember.notProven', { count: triesLeft }) }
      }
      more={({ verdicts }) => <Verdicts verdicts={verdicts} />}
    >
      {claims.map((claim) => (
        <TextField
          key={claim}
          name={claim}
          label={t(`claims.${claim}`)}
          autoComplete="off"
          inputMode={claim === 'nameKana' ? 'text' : 'numeric'}
          width={claim === 'nameKana' ? 'full' : 'phone'}
        />
      ))}
    </ActForm>
  );
}

function Verdicts({ verdicts }: Pick<Checked, 'verdicts'>) {
  const { t } = useTranslation('desk');
  return (
    <ul aria-label={t('acts.checkMember.verdicts')} className="flex flex-col gap-2">
      {verdicts.map(({ claim, isRight }) => (
        <li key={claim} className="flex items-center justify-between gap-2">
          {t(`claims.${claim}` as 'claims.birthday', claim)}
          <Badge tone={isRight ? 'done' : 'danger'}>
            {t(isRight ? 'acts.checkMember.right' : 'acts.checkMember.wrong')}
          </Badge>
        </li>
      ))}
    </ul>
  );
}
