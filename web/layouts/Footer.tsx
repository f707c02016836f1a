import { useTranslation } from '@/lib/i18n';
import type { Locale } from '@/lib/locale';
import { ExternalLink, here, Link, PlainLink, useAddress } from '@/lib/nav';
import { useLocale, useRoot } from '@/lib/pageContext';
import { inLanguage, menusHidden } from '@/lib/paths';
import type { StoreSettings } from '@/lib/root';
import { Still } from '@/lib/still';
import { type FooterLink, hrefOf, visibleLinks } from './footerLinks';

export function Footer() {
  const { authId, isApp, storeSettingData } = useRoot();
  const { footers, enablePoweredByPvs } = storeSettingData;
  return (
    <Still
      as="footer"
      by={[!!authId, isApp, footers, enablePoweredByPvs]}
      className="mt-auto border-t border-line bg-surface print:hidden"
    >
      <Content />
    </Still>
  );
}

function Content() {
  const { t } = useTranslation('common');
  const { authId, isApp, storeSettingData: store } = useRoot();
  const { footerLinks, socialMediaLinks, trademarks, copyright } = store.footers;
  const links = visibleLinks(footerLinks, !!authId, isApp);
  const hidden = menusHidden(useAddress(), isApp);
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-4 px-4 py-8 sm:px-6">
      {!hidden && links.length > 0 && (
        <nav aria-label={t('footer.links')}>
          <ul className="flex flex-wrap gap-x-6">
            {links.map((link) => (
              <li key={`${link.type} ${link.value} ${link.name}`}>
                <StoreLink link={link} />
              </li>
            ))}
          </ul>
        </nav>
      )}
      {!hidden && <SocialLinks links={socialMediaLinks} />}
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <LanguageSwitch />
        {store.enablePoweredByPvs && <p className="text-xs text-ink-2">{t('footer.poweredBy')}</p>}
      </div>
      {trademarks.map(({ type, name, value }) => (
        <Trademark key={`${type} ${name}`} type={type} name={name} value={value} />
      ))}
      {copyright && <p className="text-xs text-ink-2">{copyright}</p>}
    </div>
  );
}

function StoreLink({ link }: { link: FooterLink }) {
  const { t, i18n } = useTranslation('common');
  const href = hrefOf(link) as string;
  const ours = link.type !== 'url' && i18n.getResource(i18n.language, 'common', `footer.defaults.${link.name}`);
  const label = ours || link.name;
  if (link.external_link) {
    return (
      <ExternalLink href={href} className="footer-link">
        {label}
        <span className="visually-hidden">{t('newTab')}</span>
      </ExternalLink>
    );
  }
  return (
    <Link href={href} className="footer-link">
      {label}
    </Link>
  );
}

function SocialLinks({ links }: { links: StoreSettings['footers']['socialMediaLinks'] }) {
  const { t } = useTranslation('common');
  const all = [
    ['X', links.twitterUrl],
    ['Facebook', links.facebookUrl],
    ['Instagram', links.instagramUrl],
    ['LINE', links.lineUrl],
  ].filter((entry): entry is [string, string] => /^https?:\/\//.test(entry[1] ?? ''));
  if (all.length === 0) return null;
  return (
    <nav aria-label={t('footer.social')}>
      <ul className="flex flex-wrap gap-x-6">
        {all.map(([name, href]) => (
          <li key={name}>
            <ExternalLink href={href} className="footer-link">
              {name}
              <span className="visually-hidden">{t('newTab')}</span>
            </ExternalLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const languages: [Locale, string][] = [
  ['ja', '日本語'],
  ['en', 'English'],
];

/**
 * Plain links: the whole page comes back in the other language, from the same address. A page that
 * visitors share was made without the query of anybody's address: where it is, the browser knows.
 */
export function LanguageSwitch() {
  const { t } = useTranslation('common');
  const address = useAddress();
  const current = useLocale();
  return (
    <nav aria-label={t('footer.language')}>
      <ul className="flex gap-x-6">
        {languages.map(([locale, name]) => (
          <li key={locale}>
            <PlainLink
              href={inLanguage(address, locale)}
              onClick={({ currentTarget }) => {
                currentTarget.href = inLanguage(here(), locale);
              }}
              lang={locale}
              hrefLang={locale}
              aria-current={locale === current ? 'true' : undefined}
              className="footer-link aria-[current]:font-bold aria-[current]:text-ink"
            >
              {name}
            </PlainLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A mark with its words; of type image, its values are addresses of pictures. */
function Trademark({ type, name, value }: { type: string; name: string; value: readonly string[] }) {
  if (type === 'image') {
    return (
      <p className="flex flex-wrap items-center gap-4">
        {value.map((src) => (
          <img key={src} src={src} alt={name} height={40} className="h-10 w-auto" loading="lazy" />
        ))}
      </p>
    );
  }
  return (
    <p className="text-xs text-ink-2">
      <span>{name}</span>
      {value.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </p>
  );
}
