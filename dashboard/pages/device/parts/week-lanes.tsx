import { useMemo } from 'react';
import type { Device } from '../../../../sdk/node/index.ts';
import { facts } from '../../../app/client/facts.ts';
import { dayAndTime } from '../../../app/time/tell.ts';
import { locale } from '../../../app/words/numbers.ts';
import { deviceWords } from '../words.ts';
import { type LaneState, lanesOf, midnightsOf, type Span } from './lane-spans.ts';
import type { Week } from './week.ts';

const WIDTH = 1_000;
const HEIGHT = 20;

/** Heights tell the states apart where colours do not. */
const LOOKS: Readonly<Record<LaneState, { readonly height: number; readonly dashed?: boolean }>> = {
  online: { height: 14 },
  offline: { height: 3 },
  enforcing: { height: 14 },
  stale: { height: 9 },
  unprotected: { height: 20 },
  unknown: { height: 3, dashed: true },
  locked: { height: 20 },
  unlocked: { height: 3 },
  requested: { height: 14, dashed: true },
  before: { height: 0 },
};

interface WeekLanesProps {
  readonly device: Device;
  readonly week: Week;
}

/** Seven days in three lanes. The table below tells the same in words. */
export function WeekLanes({ device, week }: WeekLanesProps) {
  const w = deviceWords.read();
  const lanes = useMemo(() => lanesOf(device, week), [device, week]);
  return (
    <div className="device-lanes">
      <Lane label={w.cards.connection} spans={lanes.connection} week={week} />
      <Lane label={w.cards.protection} spans={lanes.protection} week={week} />
      <Lane label={w.cards.lock} spans={lanes.lock} week={week} />
      <Days week={week} />
    </div>
  );
}

interface LaneProps {
  readonly label: string;
  readonly spans: readonly Span[];
  readonly week: Week;
}

function Lane({ label, spans, week }: LaneProps) {
  const w = deviceWords.read();
  const x = (at: number): number => ((at - week.from) / (week.to - week.from)) * WIDTH;
  const now = spans.at(-1);
  const name = now === undefined ? label : w.week.lane(label, w.laneStates[now.state]);
  return (
    <div className="device-lane">
      <span className="text-label">{label}</span>
      <svg
        className="device-lane-picture"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={name}
      >
        {spans.map((span) => (
          <SpanBar key={`${span.from}-${span.state}`} span={span} x={x} />
        ))}
      </svg>
    </div>
  );
}

function SpanBar({ span, x }: { readonly span: Span; readonly x: (at: number) => number }) {
  const w = deviceWords.read();
  const { height, dashed = false } = LOOKS[span.state];
  const width = Math.max(x(span.to) - x(span.from), 3);
  const title = w.week.span(
    w.laneStates[span.state],
    dayAndTime(new Date(span.from).toISOString()),
    dayAndTime(new Date(span.to).toISOString()),
  );
  return (
    <rect
      className={`device-span device-span-${span.state}${dashed ? ' device-span-dashed' : ''}`}
      x={x(span.from)}
      y={(HEIGHT - height) / 2}
      width={width}
      height={height}
    >
      <title>{title}</title>
    </rect>
  );
}

/** A name that begins after this part of the week has no room. */
const ROOM = 0.94;

/** The names of the days, each at its midnight in the school's zone. */
function Days({ week }: { readonly week: Week }) {
  const named = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale(), { timeZone: facts.timeZone, ...options });
  const weekday = named({ weekday: 'short' });
  const day = named({ day: 'numeric' });
  return (
    <div className="device-lane" aria-hidden="true">
      <span />
      <div className="device-days">
        {midnightsOf(week, facts.timeZone).map((at) => {
          const place = (at - week.from) / (week.to - week.from);
          return (
            <span key={at} className="device-day text-label" style={{ insetInlineStart: `${place * 100}%` }}>
              {place > ROOM ? null : (
                <>
                  <span className="device-day-week">{weekday.format(at)} </span>
                  {day.format(at)}
                </>
              )}
            </span>
          );
        })}
      </div>
    </div>
  );
}
