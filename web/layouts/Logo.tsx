import { Link } from '@/lib/nav';
import { useStore } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { cx } from '@/ui/cx';

const mark = 'h-8 w-auto max-w-36 object-contain object-left sm:max-w-52';

/**
 * The store's mark: one for phones, one for wide screens, one for a dark ground, its name in
 * letters when it has none.
 */
export function Logo() {
  const { serviceName, images } = useStore();
  const phone = images.logoSp ?? images.logoPc;
  return (
    <Link href={paths.home} className="inline-flex min-h-11 min-w-0 items-center font-bold text-ink no-underline">
      {phone ? (
        <picture className={images.logoDark ? 'dark:hidden' : undefined}>
          {images.logoPc && <source media="(min-width: 62.5rem)" srcSet={images.logoPc} />}
          <img src={phone} alt={serviceName} height={32} className={mark} />
        </picture>
      ) : (
        <span className={cx('truncate text-base sm:text-xl', images.logoDark && 'dark:hidden')}>
          {serviceName || 'Kaiin'}
        </span>
      )}
      {images.logoDark && (
        <img
          src={images.logoDark}
          alt={serviceName}
          height={32}
          loading="lazy"
          className={cx('hidden dark:block', mark)}
        />
      )}
    </Link>
  );
}
