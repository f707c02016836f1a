import { en, ja, type Namespace } from './registry';

type Tree = { [key: string]: string | Tree };

/** English with Japanese wherever a translation is missing, so that no member ever reads a key. */
export function withFallback(own: object, fallback: object): Tree {
  const merged: Tree = { ...(fallback as Tree) };
  for (const [key, value] of Object.entries(own as Tree)) {
    const under = merged[key];
    if (typeof value === 'object') merged[key] = withFallback(value, typeof under === 'object' ? under : {});
    else if (value !== '') merged[key] = value;
  }
  return merged;
}

const namespaces = Object.keys(ja) as Namespace[];

/** All texts by language and namespace, as pages show them. Not for the browser. */
export const texts = { ja: pick(ja), en: pick(en) };

function pick(own: Record<Namespace, object>): Record<Namespace, Tree> {
  return Object.fromEntries(namespaces.map((name) => [name, withFallback(own[name], ja[name])])) as Record<
    Namespace,
    Tree
  >;
}
