import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PolicyInput, Preview } from '../../../../sdk/node/index.ts';
import { number } from '../../../app/words/numbers.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { askPreview } from '../queries.ts';
import { setupWords } from '../words.ts';

/** What a policy would have done with the visits of the last days. */
export function PolicyEffect({ policy }: { readonly policy: PolicyInput }) {
  const w = setupWords.read();
  const preview = useQuery({ ...askPreview(policy), placeholderData: keepPreviousData });
  return (
    <section aria-label={w.would} aria-live="polite">
      <h3 className="text-heading">{w.would}</h3>
      <Loaded query={preview} rows={2}>
        {(told) => <Effect preview={told} />}
      </Loaded>
    </section>
  );
}

function Effect({ preview }: { readonly preview: Preview }) {
  const { evaluated, newlyBlocked } = preview;
  // With nothing to compare, the only warning says so too.
  const warnings = evaluated === 0 ? [] : preview.warnings;
  return (
    <>
      <p className="setup-text">{sentenceOf(preview)}</p>
      {newlyBlocked.topDomains.length > 0 && (
        <ul>
          {newlyBlocked.topDomains.slice(0, 5).map(({ domain, count }) => (
            <li key={domain}>
              {domain} <span className="quiet">{number(count)}</span>
            </li>
          ))}
        </ul>
      )}
      {warnings.length > 0 && (
        <ul className="quiet">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function sentenceOf({ evaluated, newlyBlocked }: Preview): string {
  const w = setupWords.read();
  if (evaluated === 0) return w.wouldNothingSeen;
  if (newlyBlocked.belowMinimum) return w.wouldBlockFew;
  if (newlyBlocked.visits === 0) return w.wouldNotBlock(evaluated);
  return w.wouldBlock(newlyBlocked.visits, newlyBlocked.users);
}
