import { toBare, toHalfWidth } from './typed';

/** A backup code without case, blanks and hyphens. */
export function toBackupCode(value: string): string {
  return toBare(value).toLowerCase();
}

/** The code that a television shows, without case, blanks and hyphens. */
export function toDeviceCode(value: string): string {
  return toBare(value).toUpperCase();
}

/** A campaign's code as it is compared. */
export function toCampaignCode(value: string): string {
  return toHalfWidth(value).toUpperCase();
}
