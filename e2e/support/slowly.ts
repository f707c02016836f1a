import { createServer, request, type Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { site } from '../harness/addresses.ts';

const scripts = /\/_next\/static\/.*\.js/;

/** Keeps the scripts of the page's next documents on their way until they are let go. */
export async function holdScripts(page: Page): Promise<() => void> {
  let letGo = () => {};
  const arrival = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(scripts, (route) => arrival.then(() => route.continue()));
  return letGo;
}

/** The scripts of the page's next documents do not come. */
export const loseScripts = (page: Page) => page.route(scripts, (route) => route.abort());

/**
 * The site over a slow line, at an address of its own: its pages arrive in pieces, and a browser
 * may draw each piece.
 */
export function slowSite(): Promise<Server> {
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, host: new URL(site).host, 'accept-encoding': 'identity' };
    const call = request(new URL(asked.url ?? '/', site), { method: asked.method, headers }, async (page) => {
      answer.writeHead(page.statusCode ?? 502, page.headers);
      const whole = Buffer.concat(await page.toArray());
      const pieces = /html/.test(page.headers['content-type'] ?? '') ? 24 : 1;
      const size = Math.ceil(whole.length / pieces);
      for (let at = 0; at < whole.length; at += size) {
        answer.write(whole.subarray(at, at + size));
        if (pieces > 1) await wait(50);
      }
      answer.end();
    });
    asked.pipe(call);
  });
  return new Promise((listening) => server.listen(0, () => listening(server)));
}
