import { Completed } from '@/layouts/Completed';
import { useTranslation } from '@/lib/i18n';
import { useAddress } from '@/lib/nav';
import { paths } from '@/lib/paths';
import { isFactor } from './factor';

/** What was done, as the address says it: ?type=enable or disable, &factor= which. */
export function MultiFactorCompleteView() {
  const { t } = useTranslation('mfa');
  const query = new URLSearchParams(useAddress().split('?')[1]);
  const [type, factor] = [query.get('type'), query.get('factor')];
  const next = { href: paths.multiFactor, label: t('enabled.toSettings') };
  if (type === 'enable' && factor === 'BackupCode') {
    return <Completed title={t('complete.codes')} text={t('complete.codesText')} next={next} />;
  }
  if (!isFactor(factor) || (type !== 'enable' && type !== 'disable')) {
    return <Completed title={t('complete.changed')} text={t('complete.changedText')} next={next} />;
  }
  return (
    <Completed
      title={t(`complete.${type}d`, { type: t(`types.${factor}`) })}
      text={t(`complete.${type}dText`)}
      next={next}
    />
  );
}
