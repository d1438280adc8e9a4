import { REMOVAL_FORCED } from '../../contracts/device/removal.ts';
import { createLifecycle, type Service } from '../../kit/lifecycle.ts';
import { handOverRemovalNote } from '../enrollment/removal-note.ts';
import { type RunningStatus, writeStatus } from '../state/status-file.ts';
import type { AgentDependencies } from './agent-dependencies.ts';
import { assembleAgent } from './agent-parts.ts';
import { statusOf } from './agent-report.ts';
import { createHousekeeping } from './housekeeping.ts';

/** The agent of one enrolled device. */
export interface Agent extends Service {
  status(): RunningStatus;
}

/** Wires the parts. Nothing runs until `start`; the state's database is the caller's to close, after `stop`. */
export function createAgent(deps: AgentDependencies): Agent {
  const parts = assembleAgent(deps);
  const { core, facts, worker, enforcement, page, wake } = parts;
  const { clock, log, state, folder } = deps;
  const startedAt = clock.now();
  const status = (): RunningStatus => statusOf(deps, parts, startedAt);
  const services = createLifecycle([
    // First, because the lock's window shows this page.
    page,
    // The lock, before anything touches the network.
    { start: () => core.start(), stop: () => core.stop() },
    { start: () => Promise.resolve(), stop: () => worker.stop() },
    // Then the filter, by what is known without the server.
    { start: () => worker.start(), stop: () => Promise.resolve() },
    enforcement ?? NOTHING,
    facts,
    wake,
    createHousekeeping({
      clock,
      log,
      core,
      time: parts.time,
      saveTime: (anchor) => state.saveTime(anchor),
      refreshLookUps: () => worker.link({ what: 'refreshLookUps' }),
      changes: parts.changes,
      writeStatus: () => writeStatus(folder, status()),
    }),
    { start: () => worker.startLink(), stop: () => Promise.resolve() },
  ]);
  return {
    status,
    async start() {
      await services.start();
      if (deps.state.damage !== null) core.reporter.tamper('state_database_damaged', deps.state.damage);
      await handOverRemovalNote(folder, deps.identity, ({ what, deviceId, at }) =>
        core.reporter.tamper(
          REMOVAL_FORCED,
          `"${what}" of ${deviceId} without its removal code, ${new Date(at).toISOString()}`,
        ),
      );
      if (page.problem() !== null) core.reporter.tamper('lock_page_port_taken', page.problem() ?? '');
    },
    stop: () => services.stop(),
  };
}

const NOTHING: Service = { start: () => Promise.resolve(), stop: () => Promise.resolve() };
