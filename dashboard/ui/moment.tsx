import { clockTime, day, dayAndTime, duration, wholeMoment } from '../app/time/tell.ts';
import { common } from '../app/words/common.ts';
import { useNow } from './use-now.ts';

/** After so long the day says more than the age. */
const LONG_AGO_S = 7 * 86_400;

interface MomentProps {
  readonly at: string;
  readonly show?: 'ago' | 'clock' | 'day' | 'full';
}

/** A moment in the school's zone; who hovers reads it whole. */
export function Moment({ at, show = 'full' }: MomentProps) {
  return (
    <time dateTime={at} title={wholeMoment(at)}>
      {show === 'ago' ? <Ago at={at} /> : told(at, show)}
    </time>
  );
}

function Ago({ at }: { readonly at: string }) {
  return ago(at, useNow());
}

/** "3 min ago", "in 2 h", or the day where that is long past. */
function ago(at: string, now: number): string {
  const w = common.read();
  const seconds = (now - new Date(at).getTime()) / 1_000;
  if (Math.abs(seconds) > LONG_AGO_S) return day(at);
  if (seconds < -10) return w.inTime(duration(-seconds));
  return seconds < 10 ? w.justNow : w.ago(duration(seconds));
}

function told(at: string, show: 'clock' | 'day' | 'full'): string {
  if (show === 'clock') return clockTime(at);
  return show === 'day' ? day(at) : dayAndTime(at);
}
