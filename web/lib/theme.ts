import type { StoreSettings } from './root';

const colour = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/**
 * Store colours as CSS variables. What is no hex colour is left out, so that a setting can never
 * write CSS of its own.
 */
export function themeStyle(colors: StoreSettings['colors']): string {
  const variables = (pairs: [string, string][]) =>
    pairs
      .filter(([, value]) => colour.test(value))
      .map(([name, value]) => `--${name}:${value}`)
      .join(';');
  const both = variables([
    ['accent', colors.accent],
    ['accent-2', colors.secondaryAccent],
    ['player', colors.player],
    ['on-accent', colors.onAccent],
    ['on-accent-2', colors.onSecondaryAccent],
  ]);
  const light = variables([
    ['accent-text', colors.accentText],
    ['accent-subtle', colors.accentSubtle],
  ]);
  const dark = variables([['accent-text', colors.accentTextDark]]);
  const root = (mode: string) => `html:root[data-theme="${mode}"]`;
  const themes = { light, dark };
  const styles = Object.entries(themes).map(
    ([mode, colours]) => `${root(mode)}{${colours}}@media(prefers-color-scheme:${mode}){${root('auto')}{${colours}}}`,
  );
  return `html:root{${both}}${styles.join('')}`;
}

/** The theme as a class name and as what our own colours know; auto is what the device wishes. */
export function themeOf(theme: string): { className: string; mode: 'light' | 'dark' | 'auto' } {
  const name = theme.toLowerCase().replace(/[^a-z0-9-]/g, '');
  const mode = name === 'auto' ? 'auto' : name.startsWith('dark') ? 'dark' : 'light';
  return { className: name ? `theme-${name}` : '', mode };
}
