import { useEffect, useRef } from 'react';

type Props = { title: string; html: string };

/**
 * A document as long as it is, so that nothing scrolls inside of the page. It runs no script and
 * sends no form; that it is of our origin lets this page, and only that, ask how long it is. What
 * is below it begins out of sight, so nothing in sight moves.
 */
export function FullHeightFrame({ title, html }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const watch = useRef<ResizeObserver | null>(null);
  const measure = () => {
    const body = frame.current?.contentDocument?.body;
    if (!body || typeof ResizeObserver === 'undefined') return;
    watch.current?.disconnect();
    watch.current = new ResizeObserver(() => {
      if (frame.current) frame.current.style.height = `${Math.ceil(body.getBoundingClientRect().height) + 2}px`;
    });
    watch.current.observe(body);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame may have loaded before this page could listen
  useEffect(() => {
    measure();
    return () => watch.current?.disconnect();
  }, []);
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-same-origin"
      srcDoc={html}
      onLoad={measure}
      className="min-h-dvh w-full rounded-card border border-line bg-white"
    />
  );
}
