import './setup.css';
import { getRouteApi } from '@tanstack/react-router';
import { later } from '../../ui/later.tsx';
import { Page } from '../../ui/page.tsx';
import { StepFoot, StepList } from './parts/step-list.tsx';
import { useSetupProgress } from './progress.ts';
import { type SetupStep, shownStep } from './steps.ts';
import { setupWords } from './words.ts';

const OwnerStep = later(async () => (await import('./parts/owner-step.tsx')).OwnerStep);
const SchoolStep = later(async () => (await import('./parts/school-step.tsx')).SchoolStep);
const ListsStep = later(async () => (await import('./parts/lists-step.tsx')).ListsStep);
const PolicyStep = later(async () => (await import('./parts/policy-step.tsx')).PolicyStep);
const LaptopStep = later(async () => (await import('./parts/laptop-step.tsx')).LaptopStep);

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
