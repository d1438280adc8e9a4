import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clockTime } from '../../../app/time/tell.ts';
import { Block } from '../../../ui/block.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Connection } from '../../../ui/status.tsx';
import { askArrived } from '../queries.ts';
import { enrollWords } from '../words.ts';

/** The laptops as they come in. */
export function Arrived({ opened }: { readonly opened: number }) {
  const w = enrollWords.read().arrived;
  const arrived = useQuery(askArrived(opened));
  return (
    <Block title={w.title}>
      <Loaded query={arrived} rows={2}>
        {(devices) => (
          <ul className="enroll-arrived" aria-live="polite">
            {devices.length === 0 ? <li className="quiet">{w.none}</li> : null}
            {devices.map((device) => (
              <li key={device.id}>
                <Link to="/devices/$id/{-$tab}" params={{ id: device.id, tab: undefined }} search={{}}>
                  {w.here(device.name, clockTime(device.enrolledAt))}
                </Link>
                <Connection device={device} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Block>
  );
}
