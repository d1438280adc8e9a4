import { Link } from '@tanstack/react-router';
import { Icon } from '../../../ui/icon.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { SETUP_STEPS, type SetupProgress, type SetupStep } from '../steps.ts';
import { setupWords } from '../words.ts';

/** All steps, which one shows, and which are done. */
export function StepList({ step, progress }: { readonly step: SetupStep; readonly progress: SetupProgress }) {
  const w = setupWords.read();
  return (
    <nav aria-label={w.stepsLabel}>
      <ol className="setup-steps">
        {SETUP_STEPS.map((one, index) => (
          <li key={one}>
            <Link
              className="setup-step"
              to="/setup/{-$step}"
              params={{ step: one }}
              aria-current={one === step ? 'step' : undefined}
            >
              {progress[one] === true ? (
                <span className="setup-step-done">
                  <Icon name="check" />
                </span>
              ) : (
                <span className="setup-step-number" aria-hidden="true">
                  {index + 1}
                </span>
              )}
              {w.steps[one]}
              <span className="visually-hidden">{progress[one] === true ? w.done : w.notDone}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Back, and on: every step can be skipped. */
export function StepFoot({ step, isDone }: { readonly step: SetupStep; readonly isDone: boolean }) {
  const w = setupWords.read();
  const at = SETUP_STEPS.indexOf(step);
  const before = SETUP_STEPS[at - 1];
  const after = SETUP_STEPS[at + 1];
  return (
    <div className="setup-foot">
      {before === undefined ? (
        <span />
      ) : (
        <LinkButton to="/setup/{-$step}" params={{ step: before }} variant="default">
          {w.back}
        </LinkButton>
      )}
      {after === undefined ? (
        <LinkButton to="/" variant={isDone ? 'filled' : 'default'}>
          {w.finish}
        </LinkButton>
      ) : (
        <LinkButton to="/setup/{-$step}" params={{ step: after }} variant={isDone ? 'filled' : 'default'}>
          {isDone ? w.next : w.skip}
        </LinkButton>
      )}
    </div>
  );
}
