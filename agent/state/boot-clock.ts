import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import type { BootClock } from '../core/time/trusted-time.ts';

/** Linux: a random name of each start of the kernel (random(4)). */
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** The system's count since its start, sleep included (libuv: CLOCK_BOOTTIME, kern.boottime, GetTickCount64). */
export function createBootClock(platform: NodeJS.Platform): BootClock {
  return { uptimeMs: () => Math.round(uptime() * 1_000), bootId: platform === 'linux' ? readBootId() : null };
}

function readBootId(): string | null {
  try {
    return readFileSync(BOOT_ID, 'utf8').trim() || null;
  } catch {
    return null; // a container without /proc: each start of the agent counts as a start of the computer, which is the careful assumption
  }
}
