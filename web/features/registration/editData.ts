import type { AccountProfileFragment, ProfileDataFragment, RegistrationSettingFragment } from '@/generated/fragments';
import { type Answers, type ProfileValues, profileValues } from './profileData';

/** What the form of the registration info holds. */
export type EditValues = ProfileValues & { country: string };

export function editValues(
  setting: RegistrationSettingFragment,
  known: ProfileDataFragment | AccountProfileFragment,
  answers: Answers,
): EditValues {
  return { ...profileValues(setting, known, answers), country: known.country ?? '' };
}

/**
 * What a form holds once it was filled anew: what was typed since it opened stays, everything else
 * is as it is known now.
 */
export function onTop(opened: EditValues, typed: EditValues, fresh: EditValues): EditValues {
  const { custom: before, ...rest } = opened;
  const kept = Object.fromEntries(
    (Object.keys(rest) as (keyof typeof rest)[])
      .filter((name) => typed[name] !== rest[name])
      .map((name) => [name, typed[name]]),
  );
  const answers = Object.entries(typed.custom).filter(([id, value]) => value !== before[id] && id in fresh.custom);
  return { ...fresh, ...kept, custom: { ...fresh.custom, ...Object.fromEntries(answers) } };
}
