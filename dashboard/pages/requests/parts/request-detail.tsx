import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AccessRequestDetail } from '../../../../sdk/node/index.ts';
import { useMay } from '../../../app/client/session.ts';
import { Facts } from '../../../ui/facts.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { oneRequest } from '../queries.ts';
import { requestsWords } from '../words.ts';
import { Decision } from './decision.tsx';
import { OtherAskers } from './other-askers.tsx';
import { Outcome } from './outcome.tsx';
import { categoriesText } from './request-row.tsx';
import { type Asker, useAsker } from './use-asker.ts';
import { Why } from './why.tsx';

interface RequestDetailProps {
  readonly id: string;
  /** Called before an answer is sent: the request stays in view when it leaves the list. */
  readonly onDecide: () => void;
}

/** One request with all that a decision needs. */
export function RequestDetail({ id, onDecide }: RequestDetailProps): ReactNode {
  const query = useQuery(oneRequest(id));
  return <Loaded query={query}>{(detail) => <Shown detail={detail} onDecide={onDecide} />}</Loaded>;
}

interface ShownProps {
  readonly detail: AccessRequestDetail;
  readonly onDecide: () => void;
}

function Shown({ detail, onDecide }: ShownProps): ReactNode {
  const w = requestsWords.read();
  const may = useMay();
  const asker = useAsker(detail);
  const isOpen = detail.status === 'open';
  return (
    <article className="requests-detail" aria-label={w.asksFor(asker.name, detail.host)}>
      <header>
        <h2 className="text-heading requests-host">{w.asksFor(asker.name, detail.host)}</h2>
        <p className="requests-meta text-meta quiet">
          {detail.verdict !== undefined && <span>{categoriesText(detail.verdict.input.categories)}</span>}
          <span>
            {w.asked} <Moment at={detail.createdAt} show="ago" />
          </span>
          {detail.count > 1 && (
            <span>
              {w.askedTimes(detail.count)} <Moment at={detail.lastAskedAt} show="clock" />
            </span>
          )}
        </p>
      </header>
      {!isOpen && <Outcome request={detail} asker={asker} />}
      {detail.note === null ? (
        <p className="quiet">{w.noNote}</p>
      ) : (
        <blockquote className="requests-note">{detail.note}</blockquote>
      )}
      <Why detail={detail} />
      <AskedFrom detail={detail} asker={asker} />
      <OtherAskers others={detail.alsoAsking} />
      {isOpen && may('decideAccessRequest') && <Decision detail={detail} asker={asker} onDecide={onDecide} />}
    </article>
  );
}

function AskedFrom({
  detail,
  asker,
}: {
  readonly detail: AccessRequestDetail;
  readonly asker: Asker;
}): ReactNode {
  const w = requestsWords.read();
  const may = useMay();
  const laptop = may('getDevice') ? (
    <Link to="/devices/$id/{-$tab}" params={{ id: detail.deviceId, tab: undefined }}>
      {asker.laptop}
    </Link>
  ) : (
    asker.laptop
  );
  return (
    <Facts
      items={[
        { label: w.person, value: detail.user ?? w.nobodyKnown },
        { label: w.laptop, value: laptop },
        { label: w.unit, value: detail.ou },
        ...(detail.url === null
          ? []
          : [{ label: w.address, value: <span className="requests-host">{detail.url}</span> }]),
      ]}
    />
  );
}
