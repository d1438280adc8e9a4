import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondFactorSetup as Begun } from '../../../../sdk/node/index.ts';
import { renewSession } from '../../../app/client/session.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorConfirm } from './second-factor-confirm.tsx';
import { SecondFactorStart } from './second-factor-start.tsx';
import type { words } from './words.en.ts';

/** Where the person is on the way to a second factor. */
type Step =
  | { readonly at: 'start' }
  | { readonly at: 'confirm'; readonly setup: Begun }
  | { readonly at: 'codes'; readonly codes: readonly string[] };

/** The way to a second factor: password, authenticator program, recovery codes. */
export function SecondFactorSetup({ words: w }: { readonly words: typeof words }) {
  const [step, setStep] = useState<Step>({ at: 'start' });
  const queries = useQueryClient();
  if (step.at === 'start')
    return <SecondFactorStart words={w} onBegun={(setup) => setStep({ at: 'confirm', setup })} />;
  if (step.at === 'confirm')
    return (
      <SecondFactorConfirm
        words={w}
        setup={step.setup}
        onConfirmed={(codes) => setStep({ at: 'codes', codes })}
      />
    );
  // Only now: what is asked anew takes the codes off the page.
  const done = (): void => {
    void queries.invalidateQueries({ queryKey: ['account', 'second-factor'] });
    void renewSession();
    setStep({ at: 'start' });
  };
  return <RecoveryCodes words={w} codes={step.codes} onDone={done} />;
}
