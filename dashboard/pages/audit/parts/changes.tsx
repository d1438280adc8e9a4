import type { AuditEntry } from '../../../../sdk/node/index.ts';
import { auditWords } from '../words.ts';

/** Each value that differs, before and after. Of a look: what was asked for. */
export function Changes({ entry: { action, changes } }: { readonly entry: AuditEntry }) {
  const w = auditWords.read();
  const { before, after } = changes;
  const members = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort();
  const isLook = before === undefined && /\.(viewed|explained|previewed)$/.test(action);
  if (members.length === 0) return <p className="quiet">{w.nothingChanged}</p>;
  return (
    <section aria-label={isLook ? w.looked : w.changed}>
      <h3>{isLook ? w.looked : w.changed}</h3>
      <table className="audit-changes">
        <thead>
          <tr>
            <th scope="col">{w.member}</th>
            {before === undefined ? null : <th scope="col">{w.before}</th>}
            {after === undefined ? null : <th scope="col">{isLook ? w.looked : w.after}</th>}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member}>
              <th scope="row">{member}</th>
              {before === undefined ? null : <Value value={before[member]} />}
              {after === undefined ? null : <Value value={after[member]} />}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Value({ value }: { readonly value: unknown }) {
  const w = auditWords.read();
  return (
    <td>{value === undefined ? <span className="quiet">{w.absent}</span> : <pre>{textOf(value)}</pre>}</td>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
