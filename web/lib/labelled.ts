/** The name of a code where it stands alone, as the label of its field. */
export function labelled(name: string): string {
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

/** A label inside a sentence: `Verification code` begins small there, `PIN code` stays as it is. */
export function inSentence(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}
