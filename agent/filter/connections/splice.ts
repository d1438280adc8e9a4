import type { Socket } from 'node:net';

/**
 * Joins two sockets: what one says the other hears, as fast as the slower takes it. Each direction ends by itself; an error of one resets the other, so
 * that nobody takes a torn transfer for a whole one. Both must be allowed to be half open.
 */
export function splice(one: Socket, other: Socket): void {
  carry(one, other);
  carry(other, one);
}

function carry(from: Socket, to: Socket): void {
  from.pipe(to);
  from.on('error', () => to.resetAndDestroy());
  from.on('close', () => {
    // Ended by us, or torn: else its last bytes are still on their way to the other.
    if (!from.readableEnded) to.destroy();
  });
}
