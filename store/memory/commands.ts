import { mayBecome, OPEN_STATUSES } from '../../contracts/device/command.ts';
import type { CommandFilter, CommandRecord, CommandStore } from '../ports/commands.ts';
import { afterStep } from '../rules/command-step.ts';
import { pageOf } from '../rules/list-page.ts';
import { isWithinOu } from '../rules/ou-path.ts';
import type { Synchronous } from '../synchronous.ts';
import { type Context, jsonCopy, ofOrganisation } from './tables.ts';

export function createCommandStore({ tables }: Context): Synchronous<CommandStore> {
  const { commands, devices, ous } = tables;
  const open = (): CommandRecord[] =>
    [...commands.values()].filter(({ status }) => OPEN_STATUSES.includes(status));
  const isAway = (id: string): number => {
    const device = devices.get(id)?.record;
    if (device === undefined || device.connectionEpoch < 0 || device.disconnectedAt !== null) return 2;
    return device.status === 'offline' ? 1 : 0;
  };
  const ouPathOf = (command: CommandRecord): string | undefined => {
    const device = devices.get(command.deviceId)?.record;
    return device === undefined ? undefined : ous.get(device.ouId)?.path;
  };
  return {
    create(command) {
      const taken = [...commands.values()].some(
        (other) =>
          other.id === command.id ||
          (other.deviceId === command.deviceId && other.sequence === command.sequence),
      );
      if (taken) throw new Error(`there is a command ${command.id}, or its sequence number is taken`);
      if (!devices.has(command.deviceId)) throw new Error(`there is no device ${command.deviceId}`);
      commands.set(command.id, jsonCopy(command));
    },
    get: (organisationId, id) => ofOrganisation(commands.get(id), organisationId),
    list(query) {
      const matching = [...commands.values()].filter(
        (command) =>
          command.organisationId === query.organisationId && fits(command, query.filter, ouPathOf(command)),
      );
      return pageOf(matching, query, ({ createdAt }) => createdAt);
    },
    advance(id, step) {
      const known = commands.get(id);
      if (known === undefined || !mayBecome(known.status, step.to)) return null;
      const command = jsonCopy(afterStep(known, step));
      commands.set(id, command);
      return command;
    },
    openOf: (deviceId) =>
      open()
        .filter((command) => command.deviceId === deviceId)
        .sort((a, b) => a.sequence - b.sequence),
    devicesWithUndelivered(now, limit) {
      const waiting = open().filter(({ status, expiresAt }) => status !== 'acknowledged' && expiresAt > now);
      const ids = [...new Set(waiting.map(({ deviceId }) => deviceId))].filter(
        (id) => devices.get(id)?.unenrolledAt === null,
      );
      return ids.sort((a, b) => isAway(a) - isAway(b) || (a < b ? -1 : 1)).slice(0, limit);
    },
    due: (now, limit) =>
      open()
        .filter(({ expiresAt }) => expiresAt <= now)
        .sort((a, b) => a.expiresAt - b.expiresAt || (a.id < b.id ? -1 : 1))
        .slice(0, limit),
  };
}

function fits(command: CommandRecord, filter: CommandFilter, ouPath: string | undefined): boolean {
  return (
    (filter.deviceId === undefined || command.deviceId === filter.deviceId) &&
    (filter.status === undefined || filter.status.includes(command.status)) &&
    (filter.type === undefined || filter.type.includes(command.type)) &&
    (filter.batchId === undefined || command.batchId === filter.batchId) &&
    (filter.withinOuPath === undefined || (ouPath !== undefined && isWithinOu(ouPath, filter.withinOuPath)))
  );
}
