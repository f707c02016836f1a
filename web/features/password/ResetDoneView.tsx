import { Completed } from '@/layouts/Completed';
import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';
import { TextLink } from '@/ui/TextLink';
import { useKeptWay } from './way';

/**
 * A reset does not sign the member in. The login leads on to the page they wanted when they found
 * the password forgotten.
 */
export function ResetDoneView() {
  const { t } = useTranslation('password');
  const next = { href: paths.login(useKeptWay()), label: t('toLogin') };
  return (
    <>
      <Completed title={t('resetDone.title')} text={t('resetDone.text')} next={next} />
      <div className="text-sm text-ink-2">
        <p>{t('resetDone.passkeys')}</p>
        <TextLink href={paths.login(paths.passkeys)}>{t('resetDone.toPasskeys')}</TextLink>
      </div>
    </>
  );
}
