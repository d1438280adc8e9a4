import { useId } from 'react';
import type { HourlyReport, HourlyReportHour } from '../../sdk/node/index.ts';
import { clockTime } from '../app/time/tell.ts';
import { common } from '../app/words/common.ts';
import { number } from '../app/words/numbers.ts';
import './chart.css';

/** The drawing's own units: an hour is so wide, and the highest bar so high. */
const STEP = 30;
const HEIGHT = 120;
const BAR = 20;
/** One hour in so many is named: on a phone there is room for no more. */
const EVERY = 3;

interface HourChartProps {
  readonly hours: HourlyReport['hours'];
  readonly label: string;
}

/** Requests and blocks by hour, as a picture and as the same figures in a table. */
export function HourChart({ hours, label }: HourChartProps) {
  const w = common.read();
  const top = Math.max(1, ...hours.map((hour) => Math.max(hour.requests, hour.usual?.requests ?? 0)));
  const pattern = useId();
  const width = Math.max(1, hours.length) * STEP;
  return (
    <figure className="hour-chart">
      <figcaption className="hour-chart-legend text-meta">
        <span className="hour-chart-key hour-chart-key-all" aria-hidden="true" />
        {w.chartLegendAll}
        <span className="hour-chart-key hour-chart-key-blocked" aria-hidden="true" />
        {w.chartLegendBlocked}
        <span className="hour-chart-key hour-chart-key-usual" aria-hidden="true" />
        {w.chartLegendUsual}
      </figcaption>
      <span className="hour-chart-top quiet text-label" aria-hidden="true">
        {number(Math.ceil(top))}
      </span>
      <svg
        role="img"
        aria-label={label}
        className="hour-chart-drawing"
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        <defs>
          <pattern
            id={pattern}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="5" height="5" className="hour-chart-ground" />
            <rect width="2.5" height="5" className="hour-chart-hatch" />
          </pattern>
        </defs>
        {hours.map((hour, index) => (
          <Bar key={hour.at} hour={hour} x={index * STEP} scale={HEIGHT / top} fill={`url(#${pattern})`} />
        ))}
      </svg>
      <div className="hour-chart-hours quiet text-label" aria-hidden="true">
        {hours.map((hour, index) => (
          <span key={hour.at}>{index % EVERY === 0 ? clockTime(hour.at).slice(0, 2) : null}</span>
        ))}
      </div>
      <Twin hours={hours} label={label} />
    </figure>
  );
}

interface BarProps {
  readonly hour: HourlyReportHour;
  readonly x: number;
  readonly scale: number;
  readonly fill: string;
}

function Bar({ hour, x, scale, fill }: BarProps) {
  const w = common.read();
  const left = x + (STEP - BAR) / 2;
  const all = hour.requests * scale;
  const blocked = hour.blocked * scale;
  const usual = (hour.usual?.requests ?? 0) * scale;
  const told = w.hourFigures(clockTime(hour.at), number(hour.requests), number(hour.blocked));
  return (
    <g>
      <title>{hour.usual === null ? told : `${told}, ${w.usualIs(number(hour.usual.requests))}`}</title>
      <rect x={x} y={0} width={STEP} height={HEIGHT} className="hour-chart-area" />
      <rect
        x={left}
        y={HEIGHT - all}
        width={BAR}
        height={all}
        className={hour.complete ? 'hour-chart-all' : 'hour-chart-all hour-chart-open'}
      />
      <rect x={left} y={HEIGHT - blocked} width={BAR} height={blocked} fill={fill} />
      {usual > 0 ? (
        <rect x={left - 2.5} y={HEIGHT - usual} width={BAR + 5} height={usual} className="hour-chart-usual" />
      ) : null}
    </g>
  );
}

function Twin({ hours, label }: HourChartProps) {
  const w = common.read();
  return (
    <details className="hour-chart-twin">
      <summary>{w.figures}</summary>
      <table aria-label={label}>
        <thead>
          <tr>
            {[w.hour, w.requests, w.blocked, w.usual].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour.at}>
              <th scope="row">
                {clockTime(hour.at)}
                {hour.complete ? null : ` (${w.soFar})`}
              </th>
              <td>{number(hour.requests)}</td>
              <td>{number(hour.blocked)}</td>
              <td>{hour.usual === null ? '–' : number(Math.round(hour.usual.requests))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
