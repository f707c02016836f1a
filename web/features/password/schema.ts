import * as z from 'zod/mini';
import { code, fields, given, newPassword, required } from '@/lib/rules';
import { toHalfWidth } from '@/lib/typed';
import type { PasswordSetting } from './setting';

/** Judged and sent as the field will show it once it is left. */
const email = z.pipe(
  z.transform((value: string) => toHalfWidth(value)),
  required(fields.email),
);

/**
 * Two entries are compared even while others are still wrong, so that a mismatch is told in the
 * same breath.
 */
const always = () => true;

export const forgotSchema = z.object({ email });

/** A new password and its second entry (V-102). */
function newPair({ passwordStrength, passwordMax }: PasswordSetting) {
  return { password: required(newPassword(passwordStrength, passwordMax)), passwordConfirm: given };
}

type Pair = { password: string; passwordConfirm: string };

const alike = z.refine<Pair>(({ password, passwordConfirm }) => !passwordConfirm || password === passwordConfirm, {
  path: ['passwordConfirm'],
  error: 'MISMATCH',
  when: always,
});

export function resetSchema(setting: PasswordSetting) {
  return z.object(newPair(setting)).check(alike);
}

export function enableSchema(setting: PasswordSetting) {
  return z.object({ pinCode: code, ...newPair(setting) }).check(alike);
}

/** The new password must differ from the present one (V-103), which is required (V-104). */
export function editSchema(setting: PasswordSetting) {
  return z.object({ oldPassword: given, ...newPair(setting) }).check(
    alike,
    z.refine(({ oldPassword, password }) => !password || oldPassword !== password, {
      path: ['password'],
      error: 'UNCHANGED',
      when: always,
    }),
  );
}
