/** The steps of the set-up, in their order. Each can be skipped and come back to. */
export const SETUP_STEPS = ['owner', 'school', 'lists', 'policy', 'laptop'] as const;

export type SetupStep = (typeof SETUP_STEPS)[number];

/** Which steps are done; null = not known yet. */
export type SetupProgress = Readonly<Record<SetupStep, boolean | null>>;

/** The step that an address names; else the first that is not done. */
export function shownStep(named: string | undefined, progress: SetupProgress): SetupStep {
  return (
    SETUP_STEPS.find((step) => step === named) ??
    SETUP_STEPS.find((step) => progress[step] === false) ??
    'owner'
  );
}
