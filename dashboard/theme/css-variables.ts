import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { look, resolveVariables } from './look.ts';

/** Colours that no component of ours names; their ten shades would be half of the file. */
const UNUSED_COLORS = [
  'red',
  'pink',
  'grape',
  'violet',
  'indigo',
  'cyan',
  'teal',
  'green',
  'lime',
  'yellow',
  'orange',
];

/**
 * The text of theme.css: the variables of Mantine and ours, for light and dark. The build writes it into a file,
 * because the page may not contain a style of its own (CSP `style-src 'self'`).
 */
export function themeCss(): string {
  const theme = mergeMantineTheme(DEFAULT_THEME, look);
  const { variables, light, dark } = deepMerge(defaultCssVariablesResolver(theme), resolveVariables(theme));
  return `${convertCssVariables({ variables: used(variables), light: used(light), dark: used(dark) }).trim()}\n`;
}

function used(variables: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).filter(
      ([name]) => !UNUSED_COLORS.some((color) => name.startsWith(`--mantine-color-${color}-`)),
    ),
  );
}
