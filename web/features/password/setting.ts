import type { PasswordStrength } from '@/generated/fragments';

export type PasswordSetting = {
  identifier: string | null;
  passwordStrength: PasswordStrength | null;
  passwordMax: number;
};
