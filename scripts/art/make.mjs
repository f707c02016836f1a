// Draws the pictures of the demo store anew: node scripts/art/make.mjs

import { mkdirSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { shared } from './hero.mjs';
import { pictures, publicDemo } from './pictures.mjs';

mkdirSync(`${publicDemo}/titles`, { recursive: true });
for (const [file, svg] of Object.entries(pictures())) writeFileSync(`${publicDemo}/${file}`, svg);
await sharp(Buffer.from(shared())).png({ palette: true, quality: 90, effort: 10 }).toFile(`${publicDemo}/og.png`);
