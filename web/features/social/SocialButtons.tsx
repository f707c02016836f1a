import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';
import { ProviderMark } from './marks';

type Offered = { userIdentifierName: string; userIdentifierType: string };
type Props = {
  accounts: readonly Offered[];
  action: 'login' | 'signup';
  returnTo?: string | null;
};

/**
 * The ways in with an account at another provider; nothing where the store offers none. They are
 * plain links: each leaves the site, and works without script.
 */
export function SocialButtons({ accounts, action, returnTo }: Props) {
  const { t } = useTranslation('social');
  if (accounts.length === 0) return null;
  return (
    <section aria-label={t(`buttons.${action}.heading`)} className="flex flex-col gap-3">
      <p className="flex items-center gap-4 text-sm text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('buttons.or')}
      </p>
      {accounts.map(({ userIdentifierName: name, userIdentifierType: type }) => (
        <a
          key={type}
          href={paths.external(type, action, returnTo)}
          className="button button-secondary w-full text-ink no-underline"
        >
          <ProviderMark type={type} />
          {t(`buttons.${action}.label`, { name })}
        </a>
      ))}
    </section>
  );
}
