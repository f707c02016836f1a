import { PauseRetriesDocument } from '@/generated/staff/PauseRetries';
import { useTranslation } from '@/lib/i18n';
import { TextField } from '@/ui/TextField';
import { retried, versionOf } from '../member';
import { ActForm } from './ActForm';
import type { ActProps } from './act';
import { ContractField } from './ContractField';

/** Puts the next try of a refused charge off. */
export function PauseRetries({ page, ...props }: ActProps) {
  const { t } = useTranslation('desk');
  const contracts = retried(page);
  return (
    <ActForm
      {...props}
      name="pauseRetries"
      document={PauseRetriesDocument}
      schema={async () => (await import('../schema')).pauseSchema}
      first={{ subscriptionId: '', until: '' }}
      input={(given) => ({ ...given, version: versionOf(contracts, given.subscriptionId) })}
    >
      <ContractField contracts={contracts} />
      <TextField
        name="until"
        type="date"
        label={t('acts.pauseRetries.until')}
        hint={t('acts.pauseRetries.untilHint')}
        autoComplete="off"
        width="date"
        required
      />
    </ActForm>
  );
}
