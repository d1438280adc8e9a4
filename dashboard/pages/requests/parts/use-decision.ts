import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AccessRequest, AccessRequestDecision } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';

import { toast } from '../../../ui/toasts.ts';
import { oneOverride } from '../queries.ts';
import { requestsWords } from '../words.ts';
import { untilText } from './duration.ts';

/** Answers a request. What was allowed can be undone. */
export function useDecision({ id, host }: AccessRequest) {
  const w = requestsWords.read();
  const client = useQueryClient();
  const end = useEnd();
  return useMutation({
    mutationFn: (decision: AccessRequestDecision) => school.accessRequests.decide(id, decision),
    onSuccess: async ({ overrides, alsoDecided }) => {
      for (const override of overrides) client.setQueryData(oneOverride(override.id).queryKey, override);
      await client.invalidateQueries({ queryKey: ['access-requests'] });
      void client.invalidateQueries({ queryKey: ['attention'] });
      void client.invalidateQueries({ queryKey: ['overrides'] });
      const [first] = overrides;
      if (first === undefined) {
        toast({ text: w.toldRefused(host, alsoDecided.length) });
        return;
      }
      toast({
        text: w.toldAllowed(host, untilText(first.expiresAt), alsoDecided.length),
        undo: () => end.mutateAsync(overrides.map((override) => override.id)),
      });
    },
  });
}

/** Ends permissions before their time. */
export function useEnd() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      await Promise.all(ids.map((id) => school.overrides.delete(id)));
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['overrides'] });
      await client.invalidateQueries({ queryKey: ['access-requests'] });
    },
  });
}
