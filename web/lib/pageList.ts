let coming: Promise<void> | undefined;

/**
 * Fetches Next's list of all pages and their scripts, which it needs to turn to another page.
 * Undefined when it is there; else it settles when it is, or has not come. The page comes without
 * it (pages/_document.tsx): it weighs 6 KB, grows with the site, and a page that is only read has
 * no use for it.
 */
export function fetchPageList(): Promise<void> | undefined {
  if (window.__BUILD_MANIFEST) return undefined;
  coming ??= new Promise((resolve) => {
    const script = document.createElement('script');
    script.src = `/_next/static/${window.__NEXT_DATA__.buildId}/_buildManifest.js`;
    script.onload = () => resolve();
    script.onerror = () => {
      coming = undefined;
      script.remove();
      resolve();
    };
    document.head.append(script);
  });
  return coming;
}
