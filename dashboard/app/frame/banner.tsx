import { useEffect, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { type LiveState, useLiveState } from '../live/live.ts';
import { clockTime } from '../time/tell.ts';
import { frameWords } from './words.ts';

/** A break shorter than this needs nobody (milliseconds). */
const PATIENCE_MS = 5_000;

/** Says why the page may be old, as soon as it is not a short break. */
export function Banner() {
  const state = useLiveState();
  const [shown, setShown] = useState<LiveState | null>(null);
  useEffect(() => {
    if (state.trouble === null) return setShown(null);
    const timer = setTimeout(() => setShown(state), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <div role="status" className="frame-banner-place">
      {shown !== null && (
        <p className="frame-banner">
          <Icon name="alert-triangle" />
          {sentence(shown)}
        </p>
      )}
    </div>
  );
}

function sentence({ trouble, since }: LiveState): string {
  const w = frameWords.read();
  if (trouble === 'offline') return w.offline;
  const at = clockTime(since);
  return trouble === 'unreachable' ? w.unreachable(at) : w.notLive(at);
}
