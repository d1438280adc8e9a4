import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AccessRequest } from '../../../../sdk/node/index.ts';
import { useMay } from '../../../app/client/session.ts';
import { Moment } from '../../../ui/moment.tsx';
import { peopleBy } from '../queries.ts';
import { requestsWords } from '../words.ts';

/** Who else waits for the same host. */
export function OtherAskers({ others }: { readonly others: readonly AccessRequest[] }): ReactNode {
  const w = requestsWords.read();
  const may = useMay();
  const emails = others.flatMap(({ user }) => user ?? []);
  const people = useQuery({ ...peopleBy(emails), enabled: emails.length > 0 && may('listUsers') });
  if (others.length === 0) return null;
  return (
    <section aria-label={w.othersAsk(others.length)}>
      <h3 className="text-label">{w.othersAsk(others.length)}</h3>
      <ul className="requests-others">
        {others.map(({ id, user, createdAt, note }) => (
          <li key={id}>
            <Link to="/requests/{-$id}" params={{ id }} search={{}}>
              {user === null ? w.somebody : (people.data?.get(user.toLowerCase())?.name ?? user)}
            </Link>{' '}
            <span className="text-meta quiet">
              <Moment at={createdAt} show="ago" />
            </span>
            {note !== null && <span className="requests-others-note"> {note}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
