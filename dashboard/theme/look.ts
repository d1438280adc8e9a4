import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** Mantine mixes its own neutral colours from these: each index is what Mantine takes it for, in our colours. */
const GRAY: MantineColorsTuple = [
  '#f3f1ec',
  '#efede8',
  '#e2dfd7',
  '#c9c6be',
  '#85888a',
  '#5a636a',
  '#5a636a',
  '#454d53',
  '#333a3e',
  '#1f2528',
];
const DARK: MantineColorsTuple = [
  '#e6e9eb',
  '#c3cad0',
  '#9ca7af',
  '#9ca7af',
  '#6f7a82',
  '#2b3237',
  '#1a1e21',
  '#20262a',
  '#15191b',
  '#121517',
];
/** Index 6 is the colour on light ground, index 4 that on dark ground. */
const ACCENT: MantineColorsTuple = [
  '#e4efea',
  '#d3e7df',
  '#b3d7ca',
  '#86c9b3',
  '#5fc4a8',
  '#3b9a80',
  '#1f6f5c',
  '#185a4a',
  '#12473b',
  '#0c332a',
];
const BAD: MantineColorsTuple = [
  '#fbe9e6',
  '#f7d4cf',
  '#f4b9b2',
  '#f3a29a',
  '#f28b82',
  '#cf5d53',
  '#a8342b',
  '#8c2a23',
  '#72221c',
  '#551914',
];

const TONES: ReadonlySet<string> = new Set(['accent', 'bad']);

/** Buttons take the tokens, so that their words keep 4.5 to 1 on light and on dark ground. */
const variantColors: VariantColorsResolver = (input) => {
  const usual = defaultVariantColorsResolver(input);
  const tone = input.color ?? input.theme.primaryColor;
  if (!TONES.has(tone)) return usual;
  if (input.variant === 'filled')
    return {
      background: `var(--${tone})`,
      hover: `var(--${tone}-strong)`,
      color: `var(--${tone}-text)`,
      border: '1px solid transparent',
    };
  if (input.variant === 'subtle' || input.variant === 'transparent')
    return { ...usual, hover: 'var(--hover)', color: `var(--${tone})` };
  if (input.variant === 'light')
    return {
      ...usual,
      background: tone === 'bad' ? 'var(--bad-tint)' : 'var(--selected)',
      color: `var(--${tone})`,
    };
  if (input.variant === 'outline')
    return {
      ...usual,
      background: 'transparent',
      hover: 'var(--hover)',
      color: `var(--${tone})`,
      border: `1px solid var(--${tone})`,
    };
  return usual;
};

/** The look of Mantine's controls. What they say in words is in theme.ts. */
export const look = createTheme({
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '0.9375rem', xl: '1.25rem' },
  lineHeights: { xs: '1.33', sm: '1.43', md: '1.43', lg: '1.47', xl: '1.4' },
  fontWeights: { regular: '400', medium: '550', bold: '600' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '10px', xl: '14px' },
  defaultRadius: 'md',
  black: '#1f2528',
  white: '#ffffff',
  colors: { gray: GRAY, dark: DARK, accent: ACCENT, bad: BAD },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 4 },
  variantColorResolver: variantColors,
  respectReducedMotion: true,
  cursorType: 'pointer',
  activeClassName: '',
});

/** What both grounds share: the tokens change with the ground themselves. */
const BY_TOKEN: Readonly<Record<string, string>> = {
  '--mantine-color-body': 'var(--card)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--quiet)',
  '--mantine-color-placeholder': 'var(--quiet)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-success': 'var(--good)',
  '--mantine-color-default': 'var(--card)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--edge)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--quiet)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-contrast': 'var(--accent-text)',
  '--mantine-color-accent-filled': 'var(--accent)',
  '--mantine-color-accent-filled-hover': 'var(--accent-strong)',
  '--mantine-color-accent-text': 'var(--accent)',
  '--mantine-color-accent-light': 'var(--selected)',
  '--mantine-color-accent-light-hover': 'var(--hover)',
  '--mantine-color-accent-light-color': 'var(--accent)',
  '--mantine-color-accent-outline': 'var(--accent)',
  '--mantine-color-bad-filled': 'var(--bad)',
  '--mantine-color-bad-filled-hover': 'var(--bad-strong)',
  '--mantine-color-bad-text': 'var(--bad)',
  '--mantine-color-bad-light': 'var(--bad-tint)',
  '--mantine-color-bad-light-hover': 'var(--bad-tint)',
  '--mantine-color-bad-light-color': 'var(--bad)',
  '--mantine-color-bad-outline': 'var(--bad)',
  '--mantine-color-blue-filled': 'var(--wait)',
  '--mantine-color-blue-text': 'var(--wait)',
};

/** What takes the place of Mantine's own variables: dimmed, placeholder and blue are too faint in Mantine (3.3, 2.1, 3.6 to 1). */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...BY_TOKEN },
  dark: { ...BY_TOKEN },
});
