import { useQuery } from '@tanstack/react-query';
import type { AccessRequest, Alert } from '../../../../sdk/node/index.ts';
import { useMay } from '../../../app/client/session.ts';
import { number } from '../../../app/words/numbers.ts';
import { Block } from '../../../ui/block.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Severity } from '../../../ui/status.tsx';
import { askOpenAlerts, askOpenRequests, askWeek } from '../queries.ts';
import { overviewWords } from '../words.ts';
import { PlaceLink } from './place-link.tsx';

/** The five gravest alerts that nobody has taken. */
export function AlertsBlock() {
  const w = overviewWords.read();
  const alerts = useQuery(askOpenAlerts());
  return (
    <Block title={w.alerts}>
      <Loaded query={alerts}>
        {({ data, total }) =>
          data.length === 0 ? (
            <p className="quiet">{w.noAlerts}</p>
          ) : (
            <>
              <ul className="overview-rows">
                {data.map((alert) => (
                  <AlertRow key={alert.id} alert={alert} />
                ))}
              </ul>
              {total > data.length ? (
                <p className="quiet text-meta">{w.moreAlerts(total - data.length)}</p>
              ) : null}
            </>
          )
        }
      </Loaded>
    </Block>
  );
}

function AlertRow({ alert }: { readonly alert: Alert }) {
  const w = overviewWords.read();
  const may = useMay();
  const { deviceId } = alert;
  const place =
    deviceId !== null && may('getDevice')
      ? { to: '/devices/$id/{-$tab}', params: { id: deviceId, tab: undefined } }
      : null;
  return (
    <li className="overview-row">
      <Severity severity={alert.severity} />
      <span className="overview-grow">
        <PlaceLink place={place}>{w.alertTypes[alert.type] ?? alert.type}</PlaceLink>
        {alert.details.count > 1 ? ` ${w.times(alert.details.count)}` : null}
        {/* The server writes the titles of alerts in English. */}
        <span className="overview-under quiet text-meta" lang="en">
          {alert.title}
        </span>
      </span>
      <span className="quiet text-meta">
        <Moment at={alert.lastSeenAt} show="ago" />
      </span>
    </li>
  );
}

/** The five requests that wait longest. */
export function RequestsBlock() {
  const w = overviewWords.read();
  const requests = useQuery(askOpenRequests());
  return (
    <Block title={w.requests}>
      <Loaded query={requests}>
        {({ data, total }) =>
          data.length === 0 ? (
            <p className="quiet">{w.noRequestsWait}</p>
          ) : (
            <>
              <ul className="overview-rows">
                {data.map((request) => (
                  <RequestRow key={request.id} request={request} />
                ))}
              </ul>
              {total > data.length ? (
                <p>
                  <PlaceLink place={{ to: '/requests/{-$id}', params: { id: undefined } }}>
                    {w.allRequests(total)}
                  </PlaceLink>
                </p>
              ) : null}
            </>
          )
        }
      </Loaded>
    </Block>
  );
}

function RequestRow({ request }: { readonly request: AccessRequest }) {
  const w = overviewWords.read();
  return (
    <li className="overview-row">
      <span className="overview-grow">
        <PlaceLink place={{ to: '/requests/{-$id}', params: { id: request.id } }}>
          {w.requestOf(request.user ?? w.somebody, request.host)}
        </PlaceLink>
      </span>
      <span className="quiet text-meta">
        <Moment at={request.createdAt} show="ago" />
      </span>
    </li>
  );
}

/** The week in figures, for those who see no alerts and decide no requests. */
export function WeekBlock() {
  const w = overviewWords.read();
  const week = useQuery(askWeek());
  return (
    <Block title={w.report}>
      <Loaded query={week} rows={4}>
        {({ totals, alerts, deviceHealth }) => (
          <Facts
            items={[
              { label: w.reportRequests, value: number(totals.requests) },
              { label: w.reportBlocked, value: number(totals.blocked) },
              { label: w.reportAlerts, value: number(alerts.open + alerts.acknowledged + alerts.resolved) },
              { label: w.reportUnprotected, value: number(deviceHealth.unprotected) },
            ]}
          />
        )}
      </Loaded>
    </Block>
  );
}
