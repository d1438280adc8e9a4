import { COMMAND_EXAMPLES } from '../commands/examples.ts';

/** One example for each schema of live changes. */
export const LIVE_EXAMPLES = {
  LiveMessage: { id: 'k3Fq0ZxA-128', event: 'command', data: COMMAND_EXAMPLES.Command },
} as const;
