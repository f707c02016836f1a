const sexes = ['1', '2', '9', '0'] as const;

type Sex = (typeof sexes)[number];

/** The answers on offer; without 0, not to answer, where the store does not allow it (V-060). */
export function sexOptions(disallowUnknown: boolean): Sex[] {
  return sexes.filter((value) => value !== '0' || !disallowUnknown);
}

export function isSex(value: string): value is Sex {
  return (sexes as readonly string[]).includes(value);
}
