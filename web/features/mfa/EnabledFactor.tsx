import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';
import { DefinitionList } from '@/ui/DefinitionList';
import { Notice } from '@/ui/Notice';
import { TextLink } from '@/ui/TextLink';
import { DisableFactor } from './DisableFactor';
import type { Factor } from './factor';

/** The page of a type that is enabled already. */
export function EnabledFactor({ type, sendTo }: { type: Factor; sendTo: string | null }) {
  const { t } = useTranslation('mfa');
  return (
    <>
      <Notice tone="done">{t('enabled.text', { type: t(`types.${type}`) })}</Notice>
      {sendTo && (
        <DefinitionList facts={[{ term: t('enabled.sendTo'), detail: <span className="break-all">{sendTo}</span> }]} />
      )}
      <DisableFactor type={type} />
      <TextLink href={paths.multiFactor} className="self-start">
        {t('enabled.toSettings')}
      </TextLink>
    </>
  );
}
