let isAsked = false;

/**
 * Fetches Next's list of all pages and their scripts, which it waits for before it turns to another
 * page. The page comes without it (pages/_document.tsx): it weighs 6 KB, grows with the site, and a
 * page that is only read has no use for it.
 */
export function fetchPageList(): void {
  if (isAsked || window.__BUILD_MANIFEST) return;
  isAsked = true;
  const script = document.createElement('script');
  script.src = `/_next/static/${window.__NEXT_DATA__.buildId}/_buildManifest.js`;
  script.onerror = () => {
    isAsked = false;
    script.remove();
  };
  document.head.append(script);
}
