import { randomUUID } from 'node:crypto';
import { shippedPackages } from './licenses.mjs';

/**
 * What the pages are made of, in the form of CycloneDX: every npm package of the lock file that the
 * site needs in production, with its checksum. Those that only some platforms have are optional.
 */
export function pagesBill(lock) {
  const components = shippedPackages(lock, ['web'], { optional: true }).map(({ name, version, license, entry }) => ({
    type: 'library',
    'bom-ref': purl(name, version),
    name,
    version,
    scope: entry.optional ? 'optional' : 'required',
    purl: purl(name, version),
    ...(license && { licenses: [{ expression: license }] }),
    ...(entry.integrity && { hashes: entry.integrity.split(' ').map(checksum) }),
  }));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'kaiin-web', name: 'kaiin-web' } },
    components: components.sort((a, b) => (a.purl < b.purl ? -1 : 1)),
  };
}

const purl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

const algorithms = { sha512: 'SHA-512', sha1: 'SHA-1', sha256: 'SHA-256', sha384: 'SHA-384' };

function checksum(text) {
  const [algorithm, ...content] = text.split('-');
  return { alg: algorithms[algorithm], content: Buffer.from(content.join('-'), 'base64').toString('hex') };
}
