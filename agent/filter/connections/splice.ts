import type { Socket } from 'node:net';

/**
 * Joins two sockets: passes on what each sends, as fast as the slower one takes it. Each direction ends by itself. An error of one resets the other,
 * so that nobody takes a broken transfer for a complete one. Both must be allowed to be half open.
 */
export function splice(one: Socket, other: Socket): void {
  carry(one, other);
  carry(other, one);
}

function carry(from: Socket, to: Socket): void {
  from.pipe(to);
  from.on('error', () => to.resetAndDestroy());
  from.on('close', () => {
    // Only a socket that was ended by us or broke off: otherwise its last bytes are still on their way to the other.
    if (!from.readableEnded) to.destroy();
  });
}
