import {
  type Answers,
  type CustomValues,
  type ProfileValues,
  profileInput,
  profileValues,
} from '@/features/registration/profileData';
import type { RegistrationSettingFragment, SignupFormDataFragment } from '@/generated/fragments';
import type { SignupFormInput } from '@/generated/SignupConfirm';
import type { Locale } from '@/lib/locale';
import { joinName, splitName } from './fullName';

/** What the sign-up form holds: what it knows of the person, and what they will log in with. */
export type SignupFormValues = ProfileValues &
  Record<'userId' | 'email' | 'socialEmail' | 'pinCode' | 'password' | 'passwordConfirm', string>;

/** What the form of the inline style holds. */
export type InlineFormValues = ProfileValues & Record<'userId' | 'password' | 'fullName', string>;

type Checked = Partial<SignupFormValues> & Pick<SignupFormValues, 'email' | 'pinCode'> & CustomValues;

type Kept = SignupFormDataFragment | null;

/** The form as it opens: with what was typed before, which never includes a password. */
export function formValues(setting: RegistrationSettingFragment, kept: Kept, custom: Answers): SignupFormValues {
  return {
    userId: kept?.userId ?? '',
    email: kept?.email ?? '',
    socialEmail: kept?.socialEmail ?? '', // shown only: whose account it is, the provider has said
    pinCode: '',
    password: '',
    passwordConfirm: '',
    ...profileValues(setting, kept, custom),
  };
}

/** The inline form as it opens. */
export function inlineFormValues(
  setting: RegistrationSettingFragment,
  kept: Kept,
  custom: Answers,
  locale: Locale,
): InlineFormValues {
  return {
    userId: kept?.userId ?? '',
    password: '',
    fullName: joinName(kept, locale),
    ...profileValues(setting, kept, custom),
  };
}

/** The checked values as the server takes them; what the store does not use is not in them. */
export function formInput({ socialEmail: _, ...values }: Checked): SignupFormInput {
  return profileInput(values);
}

/** The same of the inline form. A name in one field is read as `nameIn` has it. */
export function inlineFormInput({ fullName, ...values }: InlineFormValues, nameIn: Locale | null): SignupFormInput {
  return profileInput({ ...values, ...(nameIn && splitName(fullName, nameIn)) });
}
