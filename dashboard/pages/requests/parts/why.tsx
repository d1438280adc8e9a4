import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AccessRequestDetail, Explanation } from '../../../../sdk/node/index.ts';
import { useMay } from '../../../app/client/session.ts';
import { Ladder } from '../../explain/parts/ladder.tsx';
import { usePolicies } from '../../explain/parts/use-policies.ts';
import { policyIdsOf, ruleReason, verdictSentence } from '../../explain/parts/verdict.ts';
import { requestsWords } from '../words.ts';

/** Why it was blocked when it was asked for. */
export function Why({ detail }: { readonly detail: AccessRequestDetail }): ReactNode {
  const w = requestsWords.read();
  return (
    <section className="requests-why" aria-label={w.whyBlocked}>
      <h3 className="text-label">{w.whyBlocked}</h3>
      {detail.verdict === undefined ? (
        <p className="quiet">{w.laptopGone}</p>
      ) : (
        <Verdict detail={detail} verdict={detail.verdict} />
      )}
    </section>
  );
}

interface VerdictProps {
  readonly detail: AccessRequestDetail;
  readonly verdict: Explanation;
}

function Verdict({ detail, verdict }: VerdictProps): ReactNode {
  const w = requestsWords.read();
  const may = useMay();
  const { policies, settled } = usePolicies(policyIdsOf(verdict.chain));
  if (!settled) return null;
  const told = ruleReason(policies, verdict);
  const { url, host, user, deviceId, lastAskedAt } = detail;
  return (
    <>
      <p>
        {verdictSentence(verdict, policies)}
        {told !== null && ` ${w.studentReads(told)}`}
      </p>
      {may('getPolicy') && (
        <details>
          <summary>{w.howDecided}</summary>
          <Ladder chain={verdict.chain} policies={policies} words={{ ...w, decided: w.decidedStep }} />
        </details>
      )}
      {may('explainVerdict') && (
        <Link
          to="/explain"
          search={{ url: url ?? host, user: user ?? undefined, device: deviceId, at: lastAskedAt }}
        >
          {w.explainLink}
        </Link>
      )}
    </>
  );
}
