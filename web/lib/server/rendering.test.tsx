// @vitest-environment node
import { Activity, useId } from 'react';
import * as edge from 'react-dom/server.edge';
import { expect, it } from 'vitest';
import { renderPagesAsText } from './rendering';

const { default: renderer } = edge as unknown as { default: typeof edge };

async function rendered(element: React.ReactNode): Promise<string> {
  const stream = await renderer.renderToReadableStream(element);
  await stream.allReady;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  for await (const piece of stream as unknown as AsyncIterable<Uint8Array>)
    text += decoder.decode(piece, { stream: true }); // as Next does
  return text + decoder.decode();
}

function Field({ label }: { label: string }) {
  const id = useId();
  return (
    <p>
      <label htmlFor={id}>{label}</label>
      {label}: {1} {'<&"'}
      <select id={id} defaultValue="2">
        <option value="1">北海道</option>
        <option value="2">青森県</option>
      </select>
      <textarea defaultValue={'\nlines'} />
      <input type="checkbox" defaultChecked aria-invalid style={{ color: 'red' }} />
    </p>
  );
}

function Fails(): React.ReactNode {
  throw new Error('not this page');
}

it('makes the text that React streams, and fails as it does', async () => {
  const pages = [
    <div key="page" id="__next">
      <Activity>
        {[...'ab'].map((label) => (
          <Field key={label} label={label} />
        ))}
      </Activity>
    </div>,
    <html key="document" lang="ja">
      {/* biome-ignore lint/style/noHeadElement: a whole document, as pages/_document makes it */}
      <head>
        <meta name="x" content="y" />
        <link rel="stylesheet" href="/a.css" nonce="n" data-n-g="" />
        <link rel="expect" href="#end" blocking="render" />
        <style nonce="n">{'p{}'}</style>
        <script nonce="n" async src="/a.js" />
      </head>
      <body>
        <p>{'text'}</p>
        <script id="data" type="application/json">
          {'{"a":"\\u003c"}'}
        </script>
      </body>
    </html>,
    <i key="long">{'長い'.repeat(1000)}</i>,
  ];
  const streamed = (await Promise.all(pages.map(rendered))).map((page) => page.replace('<!DOCTYPE html>', '')); // which Next adds
  renderPagesAsText();
  expect(await Promise.all(pages.map(rendered))).toEqual(streamed);
  await expect(rendered(<Fails />)).rejects.toThrow('not this page');
});
