import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inCheckout } from './checkout.mjs';
import { canInstall, install } from './debian.mjs';
import { Problem } from './problem.mjs';

// Chromium without its own windows, menus and address bar, as Debian packs it: the same pages for
// half of the processor time.
const light = ['/usr/bin/chromium-headless-shell'];
const whole = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

// Chromium of Debian loads two pages of its own for the address bar of every window, though it runs
// unseen, which costs more than a small page of ours. It takes the last list of features alone, so
// this one repeats those that Playwright switches off.
const switchedOff = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/**
 * Switches for a Chromium that runs unseen, as any user, and asks nothing of the network on
 * its own.
 */
export const chromiumArgs = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${switchedOff.join(',')}`,
];

/**
 * The Chromium of this machine: KAIIN_CHROMIUM, an installed one, the light one first, or
 * Playwright's own; null when there is none.
 */
export function findChromium() {
  if (process.env.KAIIN_CHROMIUM) {
    if (existsSync(process.env.KAIIN_CHROMIUM)) return process.env.KAIIN_CHROMIUM;
    throw new Problem(`KAIIN_CHROMIUM names ${process.env.KAIIN_CHROMIUM}, which does not exist.`);
  }
  const require = createRequire(inCheckout('e2e/package.json'));
  const playwrights = require('@playwright/test').chromium.executablePath();
  return [...light, ...whole, playwrights].find(existsSync) ?? null;
}

/**
 * Finds Chromium and, where there is none, installs it: Debian's package as root, otherwise
 * Playwright's build.
 */
export async function ensureChromium(processes) {
  const found = findChromium();
  if (found) return found;
  processes.say('Installing Chromium…');
  if (canInstall()) {
    await install(processes, ['chromium-headless-shell', 'fonts-noto-cjk']);
  } else {
    await processes.run('browser', 'npx', ['-w', 'e2e', 'playwright', 'install', 'chromium']);
  }
  const installed = findChromium();
  if (!installed)
    throw new Problem('No Chromium could be installed: install one by hand, or name it in KAIIN_CHROMIUM.');
  return installed;
}

/** The version line of a Chromium, which also proves that it starts. */
export function chromiumVersion(path) {
  try {
    return execFileSync(path, ['--version', '--no-sandbox'], { encoding: 'utf8' }).trim();
  } catch {
    throw new Problem(`The Chromium at ${path} does not start: install another one, or name it in KAIIN_CHROMIUM.`);
  }
}
