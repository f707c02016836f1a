import { existsSync, readFileSync } from 'node:fs';
import { checkout, inCheckout } from './checkout.mjs';

/**
 * Makes node_modules hold what package-lock.json asks for, by `npm ci` when it does not.
 * What counts is the versions, not file times: an `npm install` by hand needs no second one.
 */
export async function ensurePackages(processes) {
  if (packagesInstalled(lockedPackages('package-lock.json'), lockedPackages('node_modules/.package-lock.json'))) return;
  processes.say('Installing npm packages…');
  await installPackages(processes, checkout);
}

/** Installs what package-lock.json of a checkout asks for, in the place of what is there. */
export const installPackages = (processes, folder) =>
  processes.run('npm', 'npm', ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'], {
    cwd: folder,
  });

function lockedPackages(path) {
  return existsSync(inCheckout(path)) ? JSON.parse(readFileSync(inCheckout(path), 'utf8')).packages : null;
}

/**
 * Tells whether every package of the lock is installed in its version; packages of other platforms
 * need not be.
 */
export function packagesInstalled(wanted, installed) {
  if (!installed) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link || entry.optional || entry.devOptional) return true;
    return installed[path]?.version === entry.version;
  });
}
