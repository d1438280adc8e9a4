import { ActionIcon, Button } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { common } from '../app/words/common.ts';
import { Icon } from './icon.tsx';
import { problemText } from './problem.tsx';
import { dismissToast, listenToToasts, type ShownToast, shownToasts, TOAST_MS, toast } from './toasts.ts';
import './overlay.css';

/** The corner where toasts appear. The frame shows it once. */
export function Toasts() {
  const toasts = useSyncExternalStore(listenToToasts, shownToasts);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map((one) => (
        <ToastLine key={one.id} said={one} />
      ))}
    </div>
  );
}

function ToastLine({ said }: { readonly said: ShownToast }) {
  const w = common.read();
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(said.id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [said.id, isHeld]);
  const { undo } = said;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: who points at it or is in it has time to read
    <div
      className="toast"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <span className="toast-text">{said.text}</span>
      {undo === undefined ? null : (
        <Button
          variant="default"
          onClick={() => {
            dismissToast(said.id);
            undo().then(
              () => toast({ text: w.undone }),
              (error: unknown) => toast({ text: problemText(error) }),
            );
          }}
        >
          {w.undo}
        </Button>
      )}
      <ActionIcon aria-label={w.close} onClick={() => dismissToast(said.id)}>
        <Icon name="x" />
      </ActionIcon>
    </div>
  );
}
