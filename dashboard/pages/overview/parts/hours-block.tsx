import { useQuery } from '@tanstack/react-query';
import { Block } from '../../../ui/block.tsx';
import { HourChart } from '../../../ui/hour-chart.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { askHours } from '../queries.ts';
import { overviewWords } from '../words.ts';

/** Requests and blocks of the last day by hour, beside what is usual for the weekday. */
export function HoursBlock() {
  const w = overviewWords.read();
  const hours = useQuery(askHours());
  return (
    <Block title={w.hours}>
      <Loaded query={hours} rows={6}>
        {({ hours, totals }) =>
          totals.requests === 0 && hours.every(({ usual }) => usual === null) ? (
            <p className="quiet">{w.noRequests}</p>
          ) : (
            <>
              <p>{w.hoursTold(totals.requests, totals.blocked)}</p>
              <HourChart hours={hours} label={w.hoursLabel(totals.requests, totals.blocked)} />
            </>
          )
        }
      </Loaded>
    </Block>
  );
}
