import { ActionIcon, Button } from '@mantine/core';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Icon, type IconName } from './icon.tsx';
import { placeBeside } from './place-beside.ts';
import './overlay.css';

export interface ActionItem {
  readonly label: string;
  readonly icon?: IconName;
  readonly onPick: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Why it is off, or what it does. */
  readonly hint?: string;
}

interface ActionMenuProps {
  readonly label: string;
  /** Shown instead of the label, which is then its name. */
  readonly icon?: IconName;
  readonly items: readonly ActionItem[];
}

/** A button that opens a list of acts. The browser's own popover shows it above everything and closes it by Escape or a click beside it. */
export function ActionMenu({ label, icon, items }: ActionMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const toggle = () => menu.current?.togglePopover();
  const trigger = {
    ref: button,
    popoverTarget: id,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    'aria-controls': id,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' || isOpen) return;
      event.preventDefault();
      toggle();
    },
  } as const;
  const pick = (item: ActionItem) => {
    menu.current?.hidePopover();
    button.current?.focus();
    item.onPick();
  };
  return (
    <>
      {icon === undefined ? (
        <Button variant="default" rightSection={<Icon name="chevron-down" />} {...trigger}>
          {label}
        </Button>
      ) : (
        <ActionIcon aria-label={label} {...trigger}>
          <Icon name={icon} size={18} />
        </ActionIcon>
      )}
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className="action-menu"
        onBeforeToggle={(event) => flushSync(() => setIsOpen(event.newState === 'open'))}
        onToggle={(event) => {
          if (event.newState !== 'open') {
            delete event.currentTarget.dataset.placed;
            return;
          }
          if (button.current !== null) placeBeside(event.currentTarget, button.current);
          choices(event.currentTarget)[0]?.focus();
        }}
        onKeyDown={moveByKeys}
      >
        {isOpen
          ? items.map((item) => <Choice key={item.label} item={item} onPick={() => pick(item)} />)
          : null}
      </div>
    </>
  );
}

function Choice({ item, onPick }: { readonly item: ActionItem; readonly onPick: () => void }) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={`action-menu-item${item.danger === true ? ' action-menu-danger' : ''}`}
      aria-disabled={item.disabled === true}
      onClick={item.disabled === true ? undefined : onPick}
    >
      {item.icon === undefined ? <span className="action-menu-gap" /> : <Icon name={item.icon} />}
      <span>
        {item.label}
        {item.hint === undefined ? null : <span className="action-menu-hint">{item.hint}</span>}
      </span>
    </button>
  );
}

function choices(menu: HTMLElement): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

function moveByKeys(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key === 'Tab') event.currentTarget.hidePopover();
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const all = choices(event.currentTarget);
  const at = all.indexOf(document.activeElement as HTMLElement);
  all[step(at, all.length)]?.focus();
}
