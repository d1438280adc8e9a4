import type { DeviceActions } from './device-actions.ts';
import type { FilterControl } from './filter-control.ts';
import type { LockWindow } from './lock-window.ts';
import type { NetworkLock } from './network-lock.ts';
import type { PortHolders } from './port-holders.ts';
import type { SessionLock } from './session-lock.ts';
import type { SocketPrograms } from './socket-programs.ts';
import type { SystemEvents } from './system-events.ts';
import type { SystemFacts } from './system-facts.ts';

/** All that the agent asks of, and does to, the computer it runs on. */
export interface AgentOs {
  readonly facts: SystemFacts;
  readonly networkLock: NetworkLock;
  readonly filter: FilterControl;
  readonly sessionLock: SessionLock;
  readonly lockWindow: LockWindow;
  readonly actions: DeviceActions;
  readonly socketPrograms: SocketPrograms;
  readonly portHolders: PortHolders;
  /** Absent: the system reports no events, and the agent polls. */
  readonly events?: SystemEvents;
}
