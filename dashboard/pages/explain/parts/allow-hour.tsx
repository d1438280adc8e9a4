import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Explanation, OverrideInputScope } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { useMay } from '../../../app/client/session.ts';
import { clockTime } from '../../../app/time/tell.ts';
import { Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toasts.ts';
import { explainWords } from '../words.ts';

const HOUR_MINUTES = 60;

/** Opens a blocked site for an hour, for the person who was asked about, else for the laptop. */
export function AllowHour({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const w = explainWords.read();
  const may = useMay();
  const client = useQueryClient();
  const { host, user, deviceId } = explanation.input;
  const scope = scopeOf(user, deviceId);
  const renew = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: ['overrides'] });
    await client.invalidateQueries({ queryKey: ['policies', 'explain'] });
  };
  const allow = useMutation({
    mutationFn: (whom: OverrideInputScope) =>
      school.overrides.create({
        scope: whom,
        site: host,
        ttlMinutes: HOUR_MINUTES,
        reason: w.reasonOfPermission,
      }),
    onSuccess: async ({ id, expiresAt }) => {
      toast({
        text: w.allowedUntil(host, user ?? w.device, clockTime(expiresAt)),
        undo: async () => {
          await school.overrides.delete(id);
          await renew();
        },
      });
      await renew();
    },
  });
  if (explanation.action !== 'block' || scope === null || !may('createOverride')) return null;
  if (explanation.reason === 'locked_block') return <p className="text-meta quiet">{w.notByPermission}</p>;
  return (
    <div className="stack">
      <div>
        <Button variant="default" loading={allow.isPending} onClick={() => allow.mutate(scope)}>
          {w.allowHour}
        </Button>
      </div>
      <Problem error={allow.error} />
    </div>
  );
}

function scopeOf(user: string | null, deviceId: string | null): OverrideInputScope | null {
  if (user !== null) return { type: 'student', id: user };
  return deviceId === null ? null : { type: 'device', id: deviceId };
}
