import { access } from './access.mjs';
import { apps } from './apps.mjs';
import { gateway } from './gateway.mjs';
import { members } from './members.mjs';
import { money } from './money.mjs';
import { months } from './months.mjs';

/** All groups of mutants. */
export const allGroups = [...money, ...months, ...gateway, ...members, ...access, ...apps];
