import { PageHeading } from '@/layouts/PageHeading';
import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { TextLink } from '@/ui/TextLink';
import { useMailDomainHint } from '@/ui/useMailDomainHint';
import { linkMinutes, useKeptAddress, useKeptWay } from './way';

/**
 * Says the same whether the address is a member's or not, how long the link works, and
 * when to look again.
 */
export function ForgotCompleteView() {
  const { t } = useTranslation('password');
  const domain = useMailDomainHint();
  const returnTo = useKeptWay();
  const address = useKeptAddress();
  return (
    <>
      <PageHeading title={t('sent.title')} />
      <Notice tone="done">
        <span>{t('sent.text')}</span>
        {address && <p className="font-bold break-words">{address}</p>}
      </Notice>
      <p>{t('sent.next', { minutes: linkMinutes })}</p>
      <div className="flex flex-col gap-3 text-sm text-ink-2">
        <p>{t('sent.late')}</p>
        {domain && <p>{domain}</p>}
      </div>
      <LinkButton href={paths.login(returnTo)} kind="secondary" wide>
        {t('toLogin')}
      </LinkButton>
      <TextLink href={paths.forgotPasswordFor(returnTo)} className="self-center">
        {t('sent.again')}
      </TextLink>
    </>
  );
}
