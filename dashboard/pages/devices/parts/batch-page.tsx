import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CommandBatch } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { useMay } from '../../../app/client/session.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Page } from '../../../ui/page.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { toast } from '../../../ui/toasts.ts';
import { askBatch } from '../queries.ts';
import { devicesWords } from '../words.ts';
import { CommandGroup, Rejected } from './batch-devices.tsx';
import { countIn, GROUPS, orderTitle } from './batch-groups.ts';
import { RetryButton } from './retry-button.tsx';

const route = getRouteApi('/frame/devices/batches/$id');

/** What became of one order to many laptops: who needs a person stands first. */
export function BatchPage() {
  const { id } = route.useParams();
  const w = devicesWords.read();
  const query = useQuery(askBatch(id));
  const batch = query.data;
  const title = batch === undefined ? w.batchTitle : orderTitle(batch);
  return (
    <Page
      title={title}
      {...(batch === undefined ? {} : { primary: <Acts key={batch.id} batch={batch} /> })}
      aside={<Link to="/devices">{w.backToList}</Link>}
    >
      <Loaded query={query}>{(shown) => <Batch batch={shown} />}</Loaded>
    </Page>
  );
}

function Batch({ batch }: { readonly batch: CommandBatch }) {
  const w = devicesWords.read();
  const failed = countIn(batch, 'failed');
  const parts = GROUPS.map((group) => ({
    key: group.key,
    label: w.groups[group.key],
    count: countIn(batch, group.key),
    tone: group.tone,
  }));
  return (
    <>
      <p className="devices-batch-told" role="status">
        {told(batch)}
      </p>
      <p className="text-meta quiet">
        <Moment at={batch.createdAt} show="full" />
        {batch.retryOf !== null && (
          <>
            {' · '}
            <Link to="/devices/batches/$id" params={{ id: batch.retryOf }}>
              {w.repeats}
            </Link>
          </>
        )}
      </p>
      <Segments
        label={w.countsLabel}
        parts={[
          ...parts,
          { key: 'rejected', label: w.groups.rejected, count: batch.rejectedCount, tone: 'bad' as const },
          { key: 'skipped', label: w.groups.skipped, count: batch.skipped, tone: 'quiet' as const },
        ].filter(({ key, count }) => count > 0 || key === 'done')}
      />
      {failed > 0 && <CommandGroup batchId={batch.id} group="failed" count={failed} />}
      <Rejected batch={batch} />
      {GROUPS.filter(({ key }) => key !== 'failed' && countIn(batch, key) > 0).map(({ key }) => (
        <CommandGroup key={key} batchId={batch.id} group={key} count={countIn(batch, key)} />
      ))}
    </>
  );
}

/** One sentence: what failed first, then who is waited for, then what is confirmed. */
function told(batch: CommandBatch): string {
  const w = devicesWords.read();
  const failed = countIn(batch, 'failed') + batch.rejectedCount;
  const all = batch.total + batch.waiting + batch.skipped + batch.rejectedCount;
  const sentences = [
    ...(failed > 0 ? [w.someFailed(failed, all)] : []),
    w.confirmed(countIn(batch, 'done'), all),
    ...(countIn(batch, 'sent') > 0 ? [w.noAnswerYet(countIn(batch, 'sent'))] : []),
    ...(countIn(batch, 'waiting') > 0 ? [w.waitForThem(countIn(batch, 'waiting'))] : []),
    ...(batch.waiting > 0 ? [w.turnNotCome(batch.waiting)] : []),
  ];
  return sentences.join(' ');
}

function Acts({ batch }: { readonly batch: CommandBatch }) {
  const w = devicesWords.read();
  const may = useMay();
  const [isAsked, setAsked] = useState(false);
  const waiting = countIn(batch, 'waiting') + batch.waiting;
  const failed = countIn(batch, 'failed');
  return (
    <>
      {may('cancelCommandBatch') && waiting > 0 && (
        <Button variant="default" onClick={() => setAsked(true)}>
          {w.withdraw}
        </Button>
      )}
      {may('retryCommandBatch') && failed > 0 && <RetryButton batchId={batch.id} count={failed} />}
      <Confirm
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={w.withdrawTitle}
        text={w.withdrawText(waiting)}
        act={w.withdraw}
        run={async () => {
          const { cancelled, batch: after } = await school.commands.cancelBatch(batch.id);
          toast({ text: w.withdrawn(cancelled + after.skipped) });
        }}
      />
    </>
  );
}
