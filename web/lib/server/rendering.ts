import type { ReactNode } from 'react';
import * as edge from 'react-dom/server.edge';
import { renderToString } from 'react-dom/server.node';

/**
 * React's renderer as Next has it: the very object, in which Next looks the function up for
 * every page.
 */
const { default: renderer } = edge as unknown as { default: { renderToReadableStream: unknown } };

const encoder = new TextEncoder();

const allReady = Promise.resolve();

/**
 * Next renders pages with React's renderer of byte streams and joins what it streams to one text.
 * That renderer encodes every name and value of an attribute by itself, which took up to half of
 * the time of a page. Pages do not wait for anything while they are rendered, so React's renderer
 * of texts makes the same page. Next only goes through the pieces, so a list of one takes the place
 * of the stream.
 */
export function renderPagesAsText(): void {
  renderer.renderToReadableStream = async (page: ReactNode) => {
    const bytes = encoder.encode(renderToString(page));
    return Object.assign([bytes], { allReady });
  };
}
