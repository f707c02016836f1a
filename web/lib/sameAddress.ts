import { toHalfWidth } from '@/lib/typed';

/** Whether two addresses are the same to the server: any width, any case. */
export function sameAddress(one: string, other: string): boolean {
  return toHalfWidth(one).toLowerCase() === toHalfWidth(other).toLowerCase();
}
