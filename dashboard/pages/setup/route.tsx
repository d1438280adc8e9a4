import './setup.css';
import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../../ui/page.tsx';
import { LaptopStep } from './parts/laptop-step.tsx';
import { ListsStep } from './parts/lists-step.tsx';
import { OwnerStep } from './parts/owner-step.tsx';
import { PolicyStep } from './parts/policy-step.tsx';
import { SchoolStep } from './parts/school-step.tsx';
import { StepFoot, StepList } from './parts/step-list.tsx';
import { useSetupProgress } from './progress.ts';
import { type SetupStep, shownStep } from './steps.ts';
import { setupWords } from './words.ts';

const route = getRouteApi('/frame/setup/{-$step}');

/** The first hour of a school, in five steps. */
export function SetupPage() {
  const w = setupWords.read();
  const { step: named } = route.useParams();
  const progress = useSetupProgress();
  const step = shownStep(named, progress);
  return (
    <Page title={w.title} width="form">
      <StepList step={step} progress={progress} />
      <Step step={step} />
      <StepFoot step={step} isDone={progress[step] === true} />
    </Page>
  );
}

function Step({ step }: { readonly step: SetupStep }) {
  switch (step) {
    case 'owner':
      return <OwnerStep />;
    case 'school':
      return <SchoolStep />;
    case 'lists':
      return <ListsStep />;
    case 'policy':
      return <PolicyStep />;
    case 'laptop':
      return <LaptopStep />;
  }
}
