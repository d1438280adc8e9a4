import type { Repositories, Transaction } from '../../store/ports/store.ts';

/** A transaction of which some ports are others: of the rest it is the same. */
export function withPorts(tx: Transaction, ports: Partial<Repositories>): Transaction {
  return Object.create(tx, Object.getOwnPropertyDescriptors(ports)) as Transaction;
}
