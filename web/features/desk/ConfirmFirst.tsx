import { deskPaths } from '@/lib/desk/paths';
import { useTranslation } from '@/lib/i18n';
import { LinkButton } from '@/ui/Button';

/** The way to prove once more who one is, and back to an action, before it is filled in. */
export function ConfirmFirst({ returnTo }: { returnTo: string }) {
  const { t } = useTranslation('desk');
  return (
    <>
      <p>{t('confirmFirst.lead')}</p>
      <LinkButton kind="secondary" wide href={deskPaths.confirm(returnTo)}>
        {t('confirmFirst.link')}
      </LinkButton>
    </>
  );
}
