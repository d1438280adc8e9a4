import { number } from '../../../app/words/numbers.ts';
import { keysWords } from '../words.ts';
import { dayName, type UsageDay } from './usage-days.ts';

const HEIGHT = 100;
const STEP = 10;
const BAR = 7;

/** Requests by day; the lower part of a bar, outlined, is what failed. */
export function UsageChart({ days }: { readonly days: readonly UsageDay[] }) {
  const w = keysWords.read().usage;
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  const first = days[0];
  const last = days.at(-1);
  return (
    <figure className="keys-chart">
      <svg
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={w.chart(number(most))}
      >
        {days.map((day, at) => (
          <g key={day.date}>
            <title>{w.dayFigures(dayName(day.date), number(day.requests), number(day.errors))}</title>
            <Bar className="keys-bar" at={at} share={day.requests / most} />
            <Bar className="keys-bar-errors" at={at} share={day.errors / most} />
          </g>
        ))}
      </svg>
      <figcaption className="keys-chart-days text-label">
        <span>{first === undefined ? '' : dayName(first.date)}</span>
        <span>{w.legend}</span>
        <span>{last === undefined ? '' : dayName(last.date)}</span>
      </figcaption>
    </figure>
  );
}

interface BarProps {
  readonly className: string;
  readonly at: number;
  readonly share: number;
}

function Bar({ className, at, share }: BarProps) {
  if (share === 0) return null;
  const height = Math.max(share * HEIGHT, 1);
  return <rect className={className} x={at * STEP + 1} y={HEIGHT - height} width={BAR} height={height} />;
}
