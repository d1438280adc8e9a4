import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EnrollmentRequest } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { useMay } from '../../../app/client/session.ts';
import { Block } from '../../../ui/block.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { askRequests } from '../queries.ts';
import { enrollWords } from '../words.ts';
import { unitName } from './unit-name.ts';

/** Computers that say to be a laptop of the school. Only where some wait: that is rare. */
export function RequestList() {
  const w = enrollWords.read().requests;
  const requests = useQuery(askRequests());
  const waiting = requests.data ?? [];
  if (waiting.length === 0 && requests.error === null) return null;
  return (
    <Block title={w.title(waiting.length)}>
      <p>{w.text}</p>
      <Problem error={requests.error} retry={() => void requests.refetch()} />
      {waiting.map((request) => (
        <OneRequest key={request.id} request={request} />
      ))}
    </Block>
  );
}

function OneRequest({ request }: { readonly request: EnrollmentRequest }) {
  const w = enrollWords.read().requests;
  const may = useMay();
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: (answer: 'approve' | 'refuse') => school.enrollmentRequests[answer](request.id),
    onSuccess: () => client.invalidateQueries({ queryKey: ['enrollment'] }),
  });
  return (
    <article className="enroll-request" aria-label={w.one(request.hostname, request.deviceName)}>
      <p className="enroll-code">
        <span className="text-label">{w.code}</span> <strong className="mono">{request.code}</strong>
      </p>
      <Facts
        items={[
          { label: w.computer, value: request.hostname },
          { label: w.device, value: request.deviceName },
          { label: w.unit, value: unitName(request.ou) },
          { label: w.address, value: <span className="mono">{request.address}</span> },
          { label: w.since, value: <Moment at={request.createdAt} show="ago" /> },
          { label: w.expires, value: <Moment at={request.expiresAt} show="full" /> },
        ]}
      />
      <Problem error={decide.error} />
      <div className="row">
        {may('approveEnrollmentRequest') ? (
          <Button loading={decide.isPending} onClick={() => decide.mutate('approve')}>
            {w.approve}
          </Button>
        ) : null}
        {may('refuseEnrollmentRequest') ? (
          <Button variant="default" loading={decide.isPending} onClick={() => decide.mutate('refuse')}>
            {w.refuse}
          </Button>
        ) : null}
      </div>
    </article>
  );
}
