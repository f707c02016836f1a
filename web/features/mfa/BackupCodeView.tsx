import { useQuery } from '@apollo/client/react';
import { BackupCodeScreenDocument } from '@/generated/BackupCodeScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import { DefinitionList } from '@/ui/DefinitionList';
import { Notice } from '@/ui/Notice';

/** From here on the page advises new codes. */
const few = 2;

/** Backup codes. The server only knows how many are left, not what they are. */
export function BackupCodeView() {
  const { t } = useTranslation('mfa');
  const { data } = useQuery(BackupCodeScreenDocument);
  const screen = data?.screen;
  if (!screen) return null;
  const { backupCodesLeft: left } = screen;
  return (
    <>
      <PageHeading title={t('backupCode.title')} lead={t('backupCode.lead')} />
      {left <= few && <Notice tone="caution">{t('backupCode.few')}</Notice>}
      <DefinitionList
        facts={[
          {
            term: t('backupCode.remaining'),
            detail: <span className="tabular-nums">{t('backupCode.left', { count: left })}</span>,
          },
        ]}
      />
      <LinkButton href={paths.backupCodeGenerate} wide>
        {t('backupCode.generate')}
      </LinkButton>
      <p className="text-sm text-ink-2">{t('backupCode.replaces')}</p>
    </>
  );
}
