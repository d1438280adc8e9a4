import type { DeviceSummary, PolicyAdoption } from '../../../../sdk/node/index.ts';
import { useMay } from '../../../app/client/session.ts';
import { number } from '../../../app/words/numbers.ts';
import { Block } from '../../../ui/block.tsx';
import { type Segment, Segments } from '../../../ui/segments.tsx';
import { overviewWords } from '../words.ts';
import { countOf, reasonsAgainst } from './fleet.ts';
import { PlaceLink } from './place-link.tsx';

/** How many are connected, and which screens are locked. */
export function ConnectionBlock({ summary }: { readonly summary: DeviceSummary }) {
  const w = overviewWords.read();
  const to = useDevicesPlace();
  const locked = countOf(summary, ({ lock }) => lock === 'locked');
  const asked = countOf(summary, ({ lock }) => lock === 'locking' || lock === 'unlocking');
  const parts: readonly Segment[] = [
    {
      key: 'online',
      label: w.online,
      icon: 'dot',
      tone: 'good',
      count: countOf(summary, ({ status }) => status === 'online'),
      to,
      search: { status: ['online'] },
    },
    {
      key: 'offline',
      label: w.offline,
      icon: 'ring',
      tone: 'quiet',
      count: countOf(summary, ({ status }) => status !== 'online'),
      to,
      search: { status: ['offline'] },
    },
    ...othersOf(summary, w.others),
  ];
  return (
    <Block title={w.connection}>
      <Segments label={w.connection} parts={parts} />
      {locked + asked === 0 ? null : (
        <p className="overview-line text-meta">
          {locked === 0 ? null : (
            <PlaceLink place={to === undefined ? null : { to, search: { lock: ['locked'] } }}>
              {number(locked)} {w.lockedNow}
            </PlaceLink>
          )}
          {asked === 0 ? null : (
            <PlaceLink place={to === undefined ? null : { to, search: { lock: ['locking', 'unlocking'] } }}>
              {number(asked)} {w.lockAsked}
            </PlaceLink>
          )}
        </p>
      )}
    </Block>
  );
}

const STATES = [
  { state: 'enforcing', label: 'enforcing', tone: 'good', icon: 'shield-check' },
  { state: 'stale', label: 'behind', tone: 'warn', icon: 'shield-clock' },
  { state: 'unprotected', label: 'unprotected', tone: 'bad', icon: 'shield-x' },
  { state: 'unknown', label: 'noReport', tone: 'quiet', icon: 'shield-dashed' },
] as const;

interface ProtectionBlockProps {
  readonly summary: DeviceSummary;
  /** Undefined: the person may not read it, or it has not come. */
  readonly adoption: PolicyAdoption | undefined;
}

/** What the laptops confirmed that they enforce, and why some do not enforce the present version. */
export function ProtectionBlock({ summary, adoption }: ProtectionBlockProps) {
  const w = overviewWords.read();
  const to = useDevicesPlace();
  const parts = STATES.map(
    ({ state, label, tone, icon }): Segment => ({
      key: state,
      label: w[label],
      icon,
      tone,
      count: countOf(summary, ({ protection }) => protection === state),
      to,
      search: { protection: [state] },
    }),
  );
  const offline = countOf(summary, ({ status }) => status !== 'online');
  return (
    <Block title={w.protection}>
      <Segments label={w.protection} parts={[...parts, ...othersOf(summary, w.others)]} />
      {adoption === undefined ? null : <Adoption summary={summary} adoption={adoption} />}
      {offline === 0 ? null : <p className="quiet text-meta">{w.whenLastHeard}</p>}
    </Block>
  );
}

function Adoption({
  summary,
  adoption,
}: {
  readonly summary: DeviceSummary;
  readonly adoption: PolicyAdoption;
}) {
  const w = overviewWords.read();
  const may = useMay();
  const { enforcing, devices, version } = adoption;
  if (enforcing === devices) return <p>{w.adoptionAll(devices, version)}</p>;
  return (
    <p className="overview-line">
      <span>
        {w.adoption(enforcing, devices, version)}, {w.adoptionNot(devices - enforcing)}
      </span>
      {reasonsAgainst(summary, version).map(({ why, count, place }) => (
        <PlaceLink key={why} place={may('listDevices') ? place : null}>
          {w.why[why](count, version)}
        </PlaceLink>
      ))}
      {summary.others === 0 ? null : <span>{w.why.notTold(summary.others)}</span>}
    </p>
  );
}

function othersOf({ others }: DeviceSummary, label: string): readonly Segment[] {
  return others === 0 ? [] : [{ key: 'others', label, count: others, tone: 'quiet' }];
}

/** The list of laptops, for who may open it. */
function useDevicesPlace(): '/devices' | undefined {
  return useMay()('listDevices') ? '/devices' : undefined;
}
