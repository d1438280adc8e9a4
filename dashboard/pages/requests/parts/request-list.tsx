import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AccessRequest } from '../../../../sdk/node/index.ts';
import { useMay } from '../../../app/client/session.ts';
import { peopleBy } from '../queries.ts';
import type { RequestsSearch } from '../search.ts';
import { requestsWords } from '../words.ts';
import { RequestRow } from './request-row.tsx';

/** The server looks up so many hosts a minute that a long list would use up what the person needs elsewhere. */
const LOOKED_UP = 20;

interface RequestListProps {
  readonly requests: readonly AccessRequest[];
  readonly search: RequestsSearch;
  /** Id of the one that is shown beside. */
  readonly current: string | undefined;
}

export function RequestList({ requests, search, current }: RequestListProps): ReactNode {
  const w = requestsWords.read();
  const may = useMay();
  const emails = requests.flatMap(({ user }) => user ?? []);
  const people = useQuery({ ...peopleBy(emails), enabled: emails.length > 0 && may('listUsers') });
  const waiting = new Map<string, number>();
  for (const { host, status } of requests)
    if (status === 'open') waiting.set(host, (waiting.get(host) ?? 0) + 1);
  const lookedUp = new Set([...new Set(requests.map(({ host }) => host))].slice(0, LOOKED_UP));
  return (
    <ul className="requests-list" aria-label={search.tab === 'decided' ? w.decided : w.waiting}>
      {requests.map((request) => (
        <RequestRow
          key={request.id}
          request={request}
          who={
            request.user === null
              ? w.somebody
              : (people.data?.get(request.user.toLowerCase())?.name ?? request.user)
          }
          others={request.status === 'open' ? (waiting.get(request.host) ?? 1) - 1 : 0}
          search={search}
          current={request.id === current}
          looksUp={lookedUp.has(request.host)}
        />
      ))}
    </ul>
  );
}
