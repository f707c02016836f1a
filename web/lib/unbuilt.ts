import { pathOf } from './paths';

/** Pages that are meant to come and are not there: no menu offers them. One that is built is taken out here, which a test insists on. */
export const unbuilt: readonly string[] = [];

/** Whether an address of ours may be linked to. */
export function isBuilt(address: string): boolean {
  return !unbuilt.includes(pathOf(address));
}
