import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Command, CommandRequest, LockParams } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { askCommand } from '../queries.ts';

function useRequested(): (command: Command) => Promise<void> {
  const client = useQueryClient();
  return async (command) => {
    client.setQueryData(askCommand(command.id).queryKey, command);
    await Promise.all([
      client.invalidateQueries({ queryKey: ['commands'] }),
      client.invalidateQueries({ queryKey: ['devices'] }),
    ]);
  };
}

/** Asks the laptop for something. What comes back is the request, not that it was done. */
export function useSend(deviceId: string) {
  const requested = useRequested();
  return useMutation({
    mutationFn: (request: CommandRequest) => school.devices.command(deviceId, request),
    onSuccess: requested,
  });
}

export function useSendLock(deviceId: string) {
  const requested = useRequested();
  return useMutation({
    mutationFn: (params: LockParams) => school.devices.lock(deviceId, params),
    onSuccess: requested,
  });
}

/** Takes back what has not been sent yet. */
export function useWithdraw() {
  const requested = useRequested();
  return useMutation({
    mutationFn: (id: string) => school.commands.cancel(id),
    onSuccess: requested,
  });
}
