import { addresses } from '../../scripts/stack/settings.mjs';
import { chosenPorts } from './ports.ts';

const at = addresses(chosenPorts());

/** The site under test. Relative addresses in `page.goto` and `request` start here. */
export const site = at.site;

/** The sandbox beside it: inbox, ledger, clock and the outcomes to come. */
export const sandbox = at.sandbox;
