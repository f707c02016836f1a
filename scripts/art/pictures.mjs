import { fileURLToPath } from 'node:url';
import { phone, wide } from './hero.mjs';
import { posters } from './posters.mjs';

/** Where the demo store's files are. */
export const publicDemo = fileURLToPath(new URL('../../web/public/demo', import.meta.url));

/** All pictures that are drawn, by their file. */
export const pictures = () => ({
  'home-phone.svg': phone(),
  'home-wide.svg': wide(),
  ...Object.fromEntries(Object.entries(posters).map(([id, draw]) => [`titles/${id}.svg`, draw()])),
});
