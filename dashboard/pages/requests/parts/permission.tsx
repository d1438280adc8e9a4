import { Button } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AccessRequest, Override } from '../../../../sdk/node/index.ts';
import { useMay } from '../../../app/client/session.ts';
import { clockTime, dayAndTime } from '../../../app/time/tell.ts';
import { listed } from '../../../app/words/numbers.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { letThrough, oneOverride, oneUnit } from '../queries.ts';
import { requestsWords } from '../words.ts';
import { untilText } from './duration.ts';
import type { Asker } from './use-asker.ts';
import { useEnd } from './use-decision.ts';
import { useKeys } from './use-keys.ts';

interface PermissionProps {
  readonly request: AccessRequest;
  readonly asker: Asker;
}

/** The permission that a request led to: whether it is in force, whether the laptop has it, and its end. */
export function Permission({ request, asker }: PermissionProps): ReactNode {
  const w = requestsWords.read();
  const may = useMay();
  const overrides = useQueries({
    queries: may('getOverride') ? request.overrideIds.map(oneOverride) : [],
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const [first] = overrides;
  const inForce = overrides.filter(isInForce);
  if (first === undefined) return null;
  if (inForce.length === 0) return <Notice kind="quiet">{endOf(first)}</Notice>;
  const more = overrides.slice(1).map(({ site }) => site);
  return (
    <>
      <State request={request} override={first} asker={asker} />
      {more.length > 0 && <p className="requests-host">{w.allowedToo(listed(more))}</p>}
      {may('deleteOverride') && <EndPermission ids={inForce.map(({ id }) => id)} />}
    </>
  );
}

interface StateProps extends PermissionProps {
  readonly override: Override;
}

/** Requested until the laptop has let the site through; only that proves it. */
function State({ request, override, asker }: StateProps): ReactNode {
  const w = requestsWords.read();
  const may = useMay();
  const whom = useWhom(override, asker);
  const { deviceId, host } = request;
  const proof = useQuery({
    ...letThrough({ deviceId, host, from: override.createdAt }),
    enabled: may('listLogs'),
  });
  const allowed = w.allowedUntil(whom, untilText(override.expiresAt));
  if (typeof proof.data === 'string')
    return (
      <Notice kind="good" title={w.laptopHasIt(asker.laptop)}>
        {allowed} {w.letThroughAt(clockTime(proof.data))}
      </Notice>
    );
  return (
    <Notice kind="wait" title={allowed}>
      {asker.online === true ? w.laptopIsTold(asker.laptop) : w.laptopHearsLater(asker.laptop)}
      {proof.data === null && ` ${w.notLetThrough}`}
    </Notice>
  );
}

function EndPermission({ ids }: { readonly ids: readonly string[] }): ReactNode {
  const w = requestsWords.read();
  const end = useEnd();
  const run = (): void => {
    if (!end.isPending) end.mutate(ids);
  };
  useKeys({ u: run });
  return (
    <div className="stack">
      <div>
        <Button variant="default" loading={end.isPending} rightSection={<Kbd>U</Kbd>} onClick={run}>
          {w.endPermission}
        </Button>
      </div>
      <Problem error={end.error} />
    </div>
  );
}

function useWhom({ scope }: Override, asker: Asker): string {
  const w = requestsWords.read();
  const may = useMay();
  const isUnit = scope.type === 'ou';
  const unit = useQuery({ ...oneUnit(scope.id), enabled: isUnit && may('getOu') });
  if (scope.type === 'student') return asker.name;
  if (scope.type === 'device') return asker.laptop;
  if (!isUnit) return w.theClass;
  const path = unit.data?.path ?? asker.unit;
  return path === '/' ? w.theSchool : path;
}

function endOf({ endedAt, expiresAt }: Override): string {
  const w = requestsWords.read();
  return endedAt !== null && Date.parse(endedAt) < Date.parse(expiresAt)
    ? w.permissionEnded(dayAndTime(endedAt))
    : w.permissionOver(dayAndTime(expiresAt));
}

function isInForce({ endedAt, expiresAt }: Override): boolean {
  return endedAt === null && Date.parse(expiresAt) > Date.now();
}
