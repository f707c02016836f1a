import type { ReactNode } from 'react';

/** The providers as `userIdentifierType` calls them. */
type ProviderType = 'LINE' | 'Google' | 'Yahoo! JAPAN' | 'Facebook';

/**
 * In the providers' own colours; the words beside them are ours, since white on LINE's green cannot
 * be read by everybody.
 */
const marks: Record<ProviderType, ReactNode> = {
  LINE: (
    <path
      fill="#06c755"
      d="M12 3C6.5 3 2 6.6 2 11c0 4 3.6 7.3 8.4 7.9.3.1.8.2.9.5.1.3.1.7 0 1l-.1.9c0 .3-.2 1 .9.6s5.9-3.5 8-6c1.5-1.6 2.2-3.2 2.2-5C22.3 6.6 17.5 3 12 3ZM7.9 13.300H5.900a.5.5 0 0 1-.5-.5V8.800a.5.5 0 0 1 1 0v3.500h1.500a.5.5 0 0 1 0 1Zm2.1-.5a.5.5 0 0 1-1 0V8.800a.5.5 0 0 1 1 0v4Zm4.8 0a.5.5 0 0 1-.9.3l-2.1-2.800v2.500a.5.5 0 0 1-1 0V8.800a.5.5 0 0 1 .9-.3l2.1 2.800V8.800a.5.5 0 0 1 1 0v4Zm3.3-2.500a.5.5 0 0 1 0 1h-1.500v1h1.500a.5.5 0 0 1 0 1h-2a.5.5 0 0 1-.5-.5v-4a.5.5 0 0 1 .5-.5h2a.5.5 0 0 1 0 1h-1.500v1h1.500Z"
    />
  ),
  Google: (
    <>
      <path
        fill="#4285f4"
        d="M21.6 12.200c0-.7-.1-1.4-.2-2H12v3.900h5.400a4.6 4.6 0 0 1-2 3v2.500h3.200c1.9-1.7 3-4.3 3-7.400Z"
      />
      <path
        fill="#34a853"
        d="M12 22c2.7 0 5-.9 6.6-2.400l-3.2-2.500c-.9.6-2 1-3.4 1-2.6 0-4.8-1.8-5.6-4.100H3.100v2.600A10 10 0 0 0 12 22Z"
      />
      <path fill="#fbbc05" d="M6.4 13.900a6 6 0 0 1 0-3.800V7.500H3.100a10 10 0 0 0 0 9l3.3-2.600Z" />
      <path
        fill="#ea4335"
        d="M12 6c1.5 0 2.8.5 3.8 1.500l2.9-2.900A10 10 0 0 0 3.1 7.500l3.3 2.600C7.2 7.7 9.4 6 12 6Z"
      />
    </>
  ),
  'Yahoo! JAPAN': (
    <path
      fill="#ff0033"
      d="M2 5h6.200v1.200l-1.5.2 3 5.6 2.9-5.1-1.6-.6V5h6.300v1.200l-1.7.4-4.5 7.200v3.700l2 .2V19H5.700v-1.300l2-.2v-3.600L3.5 6.4 2 6.200V5Zm17 0h3l-1.1 8.500h-1.500L19 5Zm.9 9.900a1.7 1.7 0 1 1 0 3.5 1.7 1.7 0 0 1 0-3.500Z"
    />
  ),
  Facebook: (
    <path
      fill="#1877f2"
      d="M22 12a10 10 0 1 0-11.6 9.900v-7H7.900V12h2.500V9.800c0-2.5 1.5-3.9 3.8-3.9 1.1 0 2.2.2 2.2.2v2.500h-1.200c-1.2 0-1.6.8-1.6 1.600V12h2.800l-.5 2.900h-2.300v7A10 10 0 0 0 22 12Z"
    />
  ),
};

/** The mark of a provider, beside its name; nothing for one that is not known. */
export function ProviderMark({ type }: { type: string }) {
  const mark = marks[type as ProviderType];
  return (
    mark && (
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 shrink-0">
        {mark}
      </svg>
    )
  );
}
