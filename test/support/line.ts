import { Duplex } from 'node:stream';

/** Two ends of one line, as the agent and its worker have: what one writes the other reads. */
export function line(): readonly [Duplex, Duplex] {
  const end = (other: () => Duplex): Duplex =>
    new Duplex({
      read: () => undefined,
      write(chunk, _encoding, done) {
        other().push(chunk);
        done();
      },
      final(done) {
        other().push(null);
        done();
      },
    });
  const a: Duplex = end(() => b);
  const b: Duplex = end(() => a);
  return [a, b];
}
