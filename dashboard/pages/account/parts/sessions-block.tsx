import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DashboardSession } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { Block } from '../../../ui/block.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Pill } from '../../../ui/status.tsx';
import { toast } from '../../../ui/toasts.ts';
import { askSessions } from '../queries.ts';
import { accountWords } from '../words.ts';
import { browserName } from './browser-name.ts';

/** Where the person is signed in, and the way to end it. */
export function SessionsBlock() {
  const w = accountWords.read();
  const sessions = useQuery(askSessions());
  const queries = useQueryClient();
  const [ended, setEnded] = useState<DashboardSession | null>(null);
  const [endsOthers, setEndsOthers] = useState(false);
  const again = async (): Promise<void> =>
    await queries.invalidateQueries({ queryKey: ['account', 'sessions'] });
  const hasOthers = (sessions.data?.data.length ?? 0) > 1;
  return (
    <Block
      title={w.sessions}
      aside={
        hasOthers && (
          <Button variant="default" onClick={() => setEndsOthers(true)}>
            {w.endOthers}
          </Button>
        )
      }
    >
      <Loaded query={sessions} rows={3}>
        {({ data }) => <SessionTable sessions={data} onEnd={setEnded} />}
      </Loaded>
      {ended !== null && (
        <Confirm
          opened
          onClose={() => setEnded(null)}
          title={w.endTitle}
          text={ended.current ? w.endThis : w.endOther(nameOf(ended))}
          act={w.endSession}
          danger
          run={async () => {
            await school.dashboardSessions.end(ended.id);
            if (ended.current) location.assign('/sign-in');
            else await again();
          }}
        />
      )}
      <Confirm
        opened={endsOthers}
        onClose={() => setEndsOthers(false)}
        title={w.endOthersTitle}
        text={w.endOthersText}
        act={w.endOtherSessions}
        danger
        run={async () => {
          await school.dashboardSessions.endOthers();
          toast({ text: w.othersEnded });
          await again();
        }}
      />
    </Block>
  );
}

function SessionTable({
  sessions,
  onEnd,
}: {
  readonly sessions: readonly DashboardSession[];
  readonly onEnd: (session: DashboardSession) => void;
}) {
  const w = accountWords.read();
  return (
    <DataTable
      label={w.sessions}
      rows={sessions}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'browser',
          head: w.browser,
          cell: (session) => (
            <span className="row account-browser">
              {nameOf(session)}
              {session.current && <Pill tone="good">{w.thisOne}</Pill>}
            </span>
          ),
        },
        { key: 'address', head: w.address, cell: ({ address }) => address ?? w.unknown },
        {
          key: 'method',
          head: w.method,
          cell: ({ method }) => w.methods[method] ?? method,
          narrow: 'hide',
        },
        { key: 'used', head: w.used, cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} show="ago" /> },
        {
          key: 'end',
          head: w.end,
          align: 'end',
          cell: (session) => (
            <Button
              variant="default"
              onClick={() => onEnd(session)}
              aria-label={`${w.end}: ${nameOf(session)}`}
            >
              {w.end}
            </Button>
          ),
        },
      ]}
    />
  );
}

function nameOf({ userAgent }: DashboardSession): string {
  const w = accountWords.read();
  const name = browserName(userAgent);
  return name === null
    ? (userAgent?.slice(0, 60) ?? w.unknownBrowser)
    : w.browserOn(name.browser, name.system);
}
