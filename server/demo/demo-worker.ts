// The simulation's own process, started by demo.ts with a channel to it. It ends when that channel does, however the server ends.
import { systemClock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import { createLog } from '../../kit/log.ts';
import { systemRandom } from '../../kit/random.ts';
import type { DemoNews, DemoOrder } from './order.ts';
import { createSimulation, type Simulation } from './simulation.ts';

/** A server that is stopping may not answer the disconnects. */
const STOP_PATIENCE_MS = 5_000;

function tell(news: DemoNews): void {
  if (process.connected) process.send?.(news);
}

async function live(simulation: Simulation): Promise<void> {
  try {
    tell({ kind: 'enrolled', made: await simulation.enroll() });
    await simulation.start();
    tell({ kind: 'living', online: await simulation.online() });
  } catch (error) {
    tell({ kind: 'trouble', message: messageOf(error) });
  }
}

async function end(simulation: Simulation | null): Promise<void> {
  systemClock.setTimeout(() => process.exit(1), STOP_PATIENCE_MS).unref();
  await simulation?.stop();
  process.exit(0);
}

let simulation: Simulation | null = null;
process.once('message', (order: DemoOrder) => {
  simulation = createSimulation({ order, clock: systemClock, random: systemRandom, log: createLog('warn') });
  void live(simulation);
});
process.once('disconnect', () => void end(simulation));
// A terminal sends Ctrl-C to us too; the server says when to stop.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
