import { useQuery } from '@tanstack/react-query';
import type { AuditEntry, PolicyAdoption } from '../../../../sdk/node/index.ts';
import { useMay } from '../../../app/client/session.ts';
import { Block } from '../../../ui/block.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { type Segment, Segments } from '../../../ui/segments.tsx';
import { actionText } from '../../audit/action-words.ts';
import { useActorName } from '../../audit/actors.ts';
import { targetName, targetPlace } from '../../audit/targets.ts';
import { askChanges } from '../queries.ts';
import { overviewWords } from '../words.ts';
import { PlaceLink } from './place-link.tsx';

/** The newest changes, and who made them. */
export function ChangesBlock() {
  const w = overviewWords.read();
  const changes = useQuery(askChanges());
  return (
    <Block title={w.changes} aside={<PlaceLink place={{ to: '/audit' }}>{w.wholeLog}</PlaceLink>}>
      <Loaded query={changes} rows={6}>
        {(entries) =>
          entries.length === 0 ? (
            <p className="quiet">{w.noChanges}</p>
          ) : (
            <ul className="overview-rows">
              {entries.map((entry) => (
                <ChangeRow key={entry.id} entry={entry} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Block>
  );
}

function ChangeRow({ entry }: { readonly entry: AuditEntry }) {
  const may = useMay();
  const actorName = useActorName();
  const place = targetPlace(entry);
  const name = targetName(entry);
  return (
    <li className="overview-row">
      <span className="overview-grow">
        <strong>{actorName(entry.actor)}</strong>{' '}
        <PlaceLink place={place !== null && may(place.needs) ? place : null}>
          {actionText(entry.action)}
          {name === null ? null : `: ${name}`}
        </PlaceLink>
      </span>
      <span className="quiet text-meta">
        <Moment at={entry.timestamp} show="ago" />
      </span>
    </li>
  );
}

/** Versions that are told apart; the rest is "older". */
const TOLD = 3;

/** How far the present version of the policies has come. */
export function RollOutBlock({ adoption }: { readonly adoption: PolicyAdoption }) {
  const w = overviewWords.read();
  const may = useMay();
  const { version, versions, enforcing, devices, withoutVersion } = adoption;
  const to = may('listDevices') ? '/devices' : undefined;
  const told = versions.filter((one) => one.reported > 0 || one.version === version).slice(0, TOLD);
  const older = devices - withoutVersion - told.reduce((sum, { reported }) => sum + reported, 0);
  const oldest = told.at(-1)?.version ?? version;
  const parts: readonly Segment[] = [
    ...told.map(
      (one): Segment => ({
        key: `v${one.version}`,
        label: w.rollOutVersion(one.version),
        tone: one.version === version ? 'good' : 'warn',
        count: one.reported,
        to,
        search: { policyVersion: [one.version] },
      }),
    ),
    ...(older > 0
      ? [
          {
            key: 'older',
            label: w.rollOutOlder,
            tone: 'bad' as const,
            count: older,
            to,
            search: { maxPolicyVersion: oldest - 1 },
          },
        ]
      : []),
    ...(withoutVersion > 0
      ? [{ key: 'none', label: w.rollOutNone, tone: 'quiet' as const, count: withoutVersion }]
      : []),
  ];
  return (
    <Block title={w.rollOut(version)}>
      <p>{enforcing === devices ? w.rollOutAll : w.rollOutOf(enforcing, devices)}</p>
      <Segments label={w.rollOut(version)} parts={parts} />
    </Block>
  );
}
