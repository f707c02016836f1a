// node scripts/sbom.mjs: what the pages are made of, as JSON of CycloneDX. `kaiin sbom` says it of
// the server.
import { readFileSync } from 'node:fs';
import { inCheckout } from './stack/checkout.mjs';
import { pagesBill } from './stack/sbom.mjs';

const lock = JSON.parse(readFileSync(inCheckout('package-lock.json'), 'utf8')).packages;
console.log(JSON.stringify(pagesBill(lock), null, 2));
