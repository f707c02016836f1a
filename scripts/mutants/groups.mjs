import { access } from './access.mjs';
import { gateway } from './gateway.mjs';
import { members } from './members.mjs';
import { money } from './money.mjs';

/** All groups of mutants. */
export const allGroups = [...money, ...gateway, ...members, ...access];
