/** The name of a code where it stands alone, as the label of its field. */
export function labelled(name: string): string {
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}
