import { chosenPorts } from './ports.ts';

const { site: sitePort, sandbox: sandboxPort } = chosenPorts();

/** The site under test. Relative addresses in `page.goto` and `request` start here. */
export const site = `http://localhost:${sitePort}`;

/** The sandbox beside it: inbox, ledger, clock and the outcomes to come. */
export const sandbox = `http://localhost:${sandboxPort}`;
