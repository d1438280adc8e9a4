import { FILLED_ICONS, ICON_PATHS } from './icon-paths.ts';

export type IconName = keyof typeof ICON_PATHS;

/** A drawing beside words that say the same; it is not read aloud. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  const filled = FILLED_ICONS.has(name);
  return (
    <svg
      aria-hidden="true"
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke={filled ? 'none' : 'currentColor'}
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeDasharray={name === 'shield-dashed' ? '2.6 3' : undefined}
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
