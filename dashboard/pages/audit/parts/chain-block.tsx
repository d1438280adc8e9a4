import type { AuditEntry } from '../../../../sdk/node/index.ts';
import { facts } from '../../../app/client/facts.ts';
import { useSession } from '../../../app/client/session.ts';
import { CopyBlock } from '../../../ui/copy-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { State } from '../../../ui/pill.tsx';
import { auditWords } from '../words.ts';
import { chainOf } from './chain.ts';

interface ChainBlockProps {
  readonly entries: readonly AuditEntry[];
  readonly isFiltered: boolean;
}

/** Whether entries are missing, and how to check all of them. */
export function ChainBlock({ entries, isFiltered }: ChainBlockProps) {
  const w = auditWords.read();
  return (
    <details className="audit-chain">
      <summary>
        <ChainLine entries={entries} isFiltered={isFiltered} />
      </summary>
      <div className="stack">
        <p>{w.chainVerify}</p>
        <CopyBlock text={`${facts.command} audit verify`} label={w.chainCommand} />
      </div>
    </details>
  );
}

function ChainLine({ entries, isFiltered }: ChainBlockProps) {
  const w = auditWords.read();
  const { ou } = useSession();
  if (ou !== null) return <Quiet text={w.chainUnit} />;
  if (isFiltered) return <Quiet text={w.chainFiltered} />;
  const chain = chainOf(entries);
  if (chain.kind === 'none') return <Quiet text={w.chain} />;
  if (chain.kind === 'gap')
    return (
      <State icon="alert-triangle" tone="bad">
        {w.chainBroken(chain.before, chain.after)}
      </State>
    );
  return (
    <State icon="link" iconTone="good">
      {w.chainWhole(chain.count, chain.newest)}
    </State>
  );
}

function Quiet({ text }: { readonly text: string }) {
  return (
    <State icon="link" quiet>
      {text}
    </State>
  );
}

/** Under the table, where a gap deserves more than a line. */
export function GapNotice({ entries, isFiltered }: ChainBlockProps) {
  const w = auditWords.read();
  const { ou } = useSession();
  const chain = chainOf(entries);
  if (ou !== null || isFiltered || chain.kind !== 'gap') return null;
  return (
    <Notice kind="bad" title={w.chain}>
      <p>{w.chainBroken(chain.before, chain.after)}</p>
    </Notice>
  );
}
