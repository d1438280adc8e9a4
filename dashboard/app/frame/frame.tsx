import { Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Toasts } from '../../ui/toast-list.tsx';
import { useMay, useSession } from '../client/session.ts';
import { startLive } from '../live/live.ts';
import { Banner } from './banner.tsx';
import { NoRight } from './no-right.tsx';
import { useShortcuts } from './shortcuts.ts';
import { BottomBar, Sidebar } from './sidebar.tsx';
import { frameWords } from './words.ts';
import './frame.css';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const ShortcutHelp = lazy(async () => ({ default: (await import('./shortcut-help.tsx')).ShortcutHelp }));

type Open = 'palette' | 'help' | null;

/** What stands around every page of a person who is signed in. */
export function Frame() {
  const [open, setOpen] = useState<Open>(null);
  const w = frameWords.read();
  useEffect(startLive, []);
  useShortcuts({ openPalette: () => setOpen('palette'), openHelp: () => setOpen('help') });
  const close = () => setOpen(null);
  return (
    <div className="frame">
      <a className="frame-skip" href="#page">
        {w.skip}
      </a>
      <Sidebar onFind={() => setOpen('palette')} />
      <div className="frame-column">
        <Banner />
        <main id="page" className="frame-page" tabIndex={-1}>
          <PermittedPage />
        </main>
      </div>
      <BottomBar onFind={() => setOpen('palette')} />
      <Toasts />
      <Suspense>
        {open === 'palette' && <Palette onClose={close} />}
        {open === 'help' && <ShortcutHelp onClose={close} />}
      </Suspense>
    </div>
  );
}

function PermittedPage() {
  const may = useMay();
  const { role } = useSession();
  const needs = useMatches({ select: (matches) => matches.at(-1)?.staticData.needs });
  return needs === undefined || may(needs) ? <Outlet /> : <NoRight role={role} />;
}
