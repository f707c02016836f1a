import { useEffect, useRef, useState } from 'react';

/** The picture of another company's app, 56 px wide. One that does not load takes no room. */
export function AppLogo({ src }: { src: string | null }) {
  const [broken, setBroken] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const { complete, naturalWidth } = image.current ?? {};
    if (complete && naturalWidth === 0) setBroken(true); // it failed before the page answered
  }, []);
  if (!src || broken) return null;
  return (
    <img
      ref={image}
      src={src}
      alt=""
      width={56}
      height={56}
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
      className="size-14 shrink-0 rounded-control object-contain"
    />
  );
}
