import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { DialogProps } from './dialog-window.tsx';
import './overlay.css';

const loadWindow = () => import('./dialog-window.tsx');
const DialogWindow = lazy(async () => ({ default: (await loadWindow()).DialogWindow }));

/** A window over the page. It holds the focus, and gives it back when it closes. Its code comes when the page is idle. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.opened);
  if (props.opened && !wasOpened) setWasOpened(true);
  useEffect(preload, []);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <DialogWindow {...props} />
    </Suspense>
  );
}

/** The buttons at the end of a dialog; the last one does what the dialog is for. */
export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return <div className="dialog-buttons">{children}</div>;
}

function preload(): () => void {
  // Safari has no idle callback.
  const timer = setTimeout(() => void loadWindow(), 1_500);
  return () => clearTimeout(timer);
}
