import type { ReactNode } from 'react';
import type { ExplanationStep } from '../../../../sdk/node/index.ts';
import { Pill } from '../../../ui/status.tsx';
import { type Policies, stepSentence } from './verdict.ts';
import './ladder.css';

/** What the ladder says beside the steps: those of the page that shows it. */
export interface LadderWords {
  readonly ladder: string;
  readonly decided: string;
  readonly wouldBlockToo: string;
  readonly wouldAllowToo: string;
  readonly wouldBlock: string;
  readonly wouldAllow: string;
}

interface LadderProps {
  readonly chain: readonly ExplanationStep[];
  readonly policies: Policies;
  readonly words: LadderWords;
}

/** All that had a say, the strongest first. The deciding step is marked. */
export function Ladder({ chain, policies, words }: LadderProps): ReactNode {
  const deciding = chain.find(({ decided }) => decided);
  return (
    <ol className="explain-ladder" aria-label={words.ladder}>
      {chain.map((step, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other name, and the order is what it is about
          key={index}
          className="explain-step"
          data-decided={step.decided || undefined}
        >
          <span>{stepSentence(step, policies)}</span>{' '}
          {step.decided ? (
            <Pill tone={step.action === 'block' ? 'bad' : 'good'}>{words.decided}</Pill>
          ) : (
            <span className="text-meta quiet">{besideOf(step, deciding, words)}</span>
          )}
        </li>
      ))}
    </ol>
  );
}

function besideOf(step: ExplanationStep, deciding: ExplanationStep | undefined, words: LadderWords): string {
  const same = step.action === deciding?.action;
  if (step.action === 'block') return same ? words.wouldBlockToo : words.wouldBlock;
  return same ? words.wouldAllowToo : words.wouldAllow;
}
