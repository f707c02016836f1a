import { Mail, MessageSquareText, Smartphone } from 'lucide';
import { paths } from '@/lib/paths';

/**
 * The second factors a member can enable. Backup codes stand in for them and are none of their own.
 */
const factors = ['Email', 'SMS', 'OTP'] as const;

export type Factor = (typeof factors)[number];

export function isFactor(type: string | null): type is Factor {
  return (factors as readonly (string | null)[]).includes(type);
}

export const factorPages: Record<Factor, string> = {
  Email: paths.multiFactorEmail,
  SMS: paths.multiFactorSms,
  OTP: paths.multiFactorOtp,
};

export const factorIcons: Record<Factor, typeof Mail> = {
  Email: Mail,
  SMS: MessageSquareText,
  OTP: Smartphone,
};
