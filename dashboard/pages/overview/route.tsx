import { useQuery } from '@tanstack/react-query';
import type { Attention, DeviceSummary } from '../../../sdk/node/index.ts';
import { askAttention } from '../../app/client/attention.ts';
import { useMay } from '../../app/client/session.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { AttentionBlock } from './parts/attention-block.tsx';
import { ChangesBlock, RollOutBlock } from './parts/changes-blocks.tsx';
import { ConnectionBlock, ProtectionBlock } from './parts/fleet-blocks.tsx';
import { HoursBlock } from './parts/hours-block.tsx';
import { SetUp } from './parts/set-up.tsx';
import { AlertsBlock, RequestsBlock, WeekBlock } from './parts/waiting-blocks.tsx';
import { askAdoption, askSummary, askTroubled, useCounters } from './queries.ts';
import { overviewWords } from './words.ts';
import './overview.css';

/** The school as it is now: what needs a person, how the laptops are, what happens, and what changed. */
export function OverviewPage() {
  const w = overviewWords.read();
  const may = useMay();
  const live = useCounters()?.devices;
  const summaryQuery = useQuery({ ...askSummary(), enabled: may('getDeviceSummary') });
  const summary = { ...summaryQuery, data: newest(live, summaryQuery.data) };
  const attention = useQuery({ ...askAttention(), enabled: may('getAttention') });
  const heading = useHeading(attention.data, summary.data);
  if (summary.data?.total === 0)
    return (
      <Page title={w.title} heading={w.emptyHeading} width="text">
        <SetUp />
      </Page>
    );
  return (
    <Page title={w.title} heading={heading}>
      {may('getAttention') ? (
        <Loaded query={attention} rows={4}>
          {({ data }) => <AttentionBlock items={data} />}
        </Loaded>
      ) : null}
      {may('getDeviceSummary') ? (
        <Loaded query={summary} rows={3}>
          {(devices) => <Fleet summary={devices} />}
        </Loaded>
      ) : null}
      <div className="overview-pair overview-pair-wide">
        {may('getHourlyReport') ? <HoursBlock /> : null}
        <Waiting />
      </div>
      <div className="overview-pair">
        {may('listAudit') ? <ChangesBlock /> : null}
        {may('getPolicyAdoption') ? <RollOut /> : null}
      </div>
    </Page>
  );
}

function Fleet({ summary }: { readonly summary: DeviceSummary }) {
  const adoption = useAdoption();
  return (
    <div className="overview-pair">
      <ConnectionBlock summary={summary} />
      <ProtectionBlock summary={summary} adoption={adoption.data} />
    </div>
  );
}

/** What waits for a decision; the week in figures for those who decide nothing. */
function Waiting() {
  const may = useMay();
  const [alerts, requests] = [may('listAlerts'), may('decideAccessRequest')];
  if (!alerts && !requests) return may('getWeeklyReport') ? <WeekBlock /> : null;
  return (
    <div className="overview-column">
      {alerts ? <AlertsBlock /> : null}
      {requests ? <RequestsBlock /> : null}
    </div>
  );
}

function RollOut() {
  const adoption = useAdoption();
  return (
    <Loaded query={adoption} rows={3}>
      {(data) => <RollOutBlock adoption={data} />}
    </Loaded>
  );
}

function useAdoption() {
  const may = useMay();
  const version = useCounters()?.policyVersion;
  return useQuery({ ...askAdoption(version), enabled: may('getPolicyAdoption') });
}

/** "13 of 500 laptops need a look." Undefined until it is known. */
function useHeading(
  attention: Attention | undefined,
  summary: DeviceSummary | undefined,
): string | undefined {
  const w = overviewWords.read();
  const items = attention?.data ?? [];
  const troubled = useQuery({ ...askTroubled(items), enabled: attention !== undefined });
  if (attention === undefined) return undefined;
  if (items.length === 0) return w.allWell;
  if (troubled.data === undefined) return undefined;
  return troubled.data > 0 && summary !== undefined
    ? w.laptopsNeedALook(troubled.data, summary.total)
    : w.thingsNeedALook(items.length);
}

function newest(
  live: DeviceSummary | undefined,
  asked: DeviceSummary | undefined,
): DeviceSummary | undefined {
  if (live === undefined || asked === undefined) return live ?? asked;
  return live.generatedAt > asked.generatedAt ? live : asked;
}
