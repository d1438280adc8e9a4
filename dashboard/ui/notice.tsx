import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import './page.css';

export type NoticeKind = 'good' | 'warn' | 'bad' | 'wait' | 'quiet';

const ICONS: Readonly<Record<NoticeKind, IconName>> = {
  good: 'circle-check',
  warn: 'alert-diamond',
  bad: 'alert-triangle',
  wait: 'hourglass',
  quiet: 'info',
};

interface NoticeProps {
  readonly kind: NoticeKind;
  readonly title?: string;
  readonly children?: ReactNode;
}

/** Something to know before one goes on. */
export function Notice({ kind, title, children }: NoticeProps) {
  return (
    <div className={`notice notice-${kind}`}>
      <Icon name={ICONS[kind]} size={18} />
      <div className="notice-text">
        {title === undefined ? null : <p className="text-heading">{title}</p>}
        {children}
      </div>
    </div>
  );
}
