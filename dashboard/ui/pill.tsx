import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import './status.css';

export type Tone = 'good' | 'warn' | 'bad' | 'wait' | 'lock' | 'quiet';

interface PillProps {
  readonly tone: Tone;
  /** Asked for, and not yet confirmed. */
  readonly dashed?: boolean;
  readonly icon?: IconName;
  readonly children: ReactNode;
}

/** A state on a ground of its own. */
export function Pill({ tone, dashed = false, icon, children }: PillProps) {
  return (
    <span className={`pill pill-${tone}${dashed ? ' pill-dashed' : ''}`}>
      {icon === undefined ? null : <Icon name={icon} size={14} />}
      <span className="pill-words">{children}</span>
    </span>
  );
}

interface StateProps {
  readonly icon: IconName;
  /** Colours shape and words. */
  readonly tone?: 'warn' | 'bad';
  /** Colours the shape alone. */
  readonly iconTone?: 'good';
  readonly quiet?: boolean;
  readonly children: ReactNode;
}

/** A state in words beside a shape, on no ground. */
export function State({ icon, tone, iconTone, quiet = false, children }: StateProps) {
  const kind = tone ?? (quiet ? 'quiet' : 'plain');
  return (
    <span className={`state state-${kind}`}>
      <span className={iconTone === undefined ? 'state-shape' : `state-shape state-shape-${iconTone}`}>
        <Icon name={icon} size={16} />
      </span>
      <span>{children}</span>
    </span>
  );
}
