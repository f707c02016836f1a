import { Link } from '@/lib/nav';
import { useStore } from '@/lib/pageContext';
import { paths } from '@/lib/paths';

/** The store's mark: one for phones, one for wide screens, its name in letters when it has none. */
export function Logo() {
  const { serviceName, images } = useStore();
  const phone = images.logoSp ?? images.logoPc;
  return (
    <Link href={paths.home} className="inline-flex min-h-11 min-w-0 items-center font-bold text-ink no-underline">
      {phone ? (
        <picture>
          {images.logoPc && <source media="(min-width: 1000px)" srcSet={images.logoPc} />}
          <img
            src={phone}
            alt={serviceName}
            height={32}
            className="h-8 w-auto max-w-36 object-contain object-left sm:max-w-52"
          />
        </picture>
      ) : (
        <span className="truncate text-base sm:text-xl">{serviceName || 'Kaiin'}</span>
      )}
    </Link>
  );
}
