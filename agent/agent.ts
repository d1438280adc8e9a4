import { every } from '../kit/clock.ts';
import { messageOf } from '../kit/fault.ts';
import { createLifecycle, type Service } from '../kit/lifecycle.ts';
import type { AgentDependencies, AgentParts } from './agent-dependencies.ts';
import { assembleAgent } from './agent-parts.ts';
import { statusOf } from './agent-report.ts';
import { type RunningStatus, writeStatus } from './state/status-file.ts';

/** The agent of one enrolled device. */
export interface Agent extends Service {
  status(): RunningStatus;
}

/** The lock's timer and its repair; also how late a status file may be. */
const TICK_MS = 1_000;
const SAVE_TIME_MS = 60_000;
const STATUS_MS = 30_000;

/** Wires the parts. Nothing runs until `start`; the state's database is the caller's to close, after `stop`. */
export function createAgent(deps: AgentDependencies): Agent {
  const parts = assembleAgent(deps);
  const { core, facts, worker, enforcement, page, wake } = parts;
  const startedAt = deps.clock.now();
  const status = (): RunningStatus => statusOf(deps, parts, startedAt);
  const services = createLifecycle([
    // It only listens, on this computer: where the window looks must be there before the window.
    page,
    // The lock, before anything touches the network.
    { start: () => core.start(), stop: () => core.stop() },
    { start: () => Promise.resolve(), stop: () => worker.stop() },
    // Then the filter, by what is known without the server.
    { start: () => worker.start(), stop: () => Promise.resolve() },
    enforcement ?? NOTHING,
    facts,
    wake,
    createHousekeeping(deps, parts, status),
    { start: () => worker.startLink(), stop: () => Promise.resolve() },
  ]);
  return {
    status,
    async start() {
      await services.start();
      if (deps.state.damage !== null) core.witness.tamper('state_database_damaged', deps.state.damage);
      if (page.problem() !== null) core.witness.tamper('lock_page_port_taken', page.problem() ?? '');
    },
    stop: () => services.stop(),
  };
}

const NOTHING: Service = { start: () => Promise.resolve(), stop: () => Promise.resolve() };

/** The ticking: the lock's timer, the kept time, the status file. */
function createHousekeeping(
  deps: AgentDependencies,
  parts: AgentParts,
  status: () => RunningStatus,
): Service {
  const { clock, state, folder, log } = deps;
  const { core, time, worker, changes } = parts;
  let running: ReturnType<typeof every> | null = null;
  let savedAt = Number.NEGATIVE_INFINITY;
  let toldAt = Number.NEGATIVE_INFINITY;

  const tell = async (): Promise<void> => {
    changes.dirty = false;
    toldAt = clock.monotonic();
    await writeStatus(folder, status());
  };
  const tick = async (): Promise<void> => {
    await core.tick();
    const now = clock.monotonic();
    if (now - savedAt >= SAVE_TIME_MS) {
      savedAt = now;
      state.saveTime(time.anchor());
      worker.link.refreshLookUps();
    }
    if (changes.dirty || now - toldAt >= STATUS_MS) await tell();
  };
  return {
    start() {
      running ??= every(clock, TICK_MS, tick, (error) =>
        log.error({ error: messageOf(error) }, 'housekeeping failed'),
      );
      return Promise.resolve();
    },
    async stop() {
      const stopping = running;
      if (stopping === null) return;
      running = null;
      await stopping.stop();
      try {
        state.saveTime(time.anchor());
        await tell();
      } catch (error) {
        log.error({ error: messageOf(error) }, 'cannot keep the last state of this run');
      }
    },
  };
}
