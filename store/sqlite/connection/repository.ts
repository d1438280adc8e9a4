import type { Repositories } from '../../ports/store.ts';

/** A port whose calls answer at once: SQLite runs inside the process, and no other work can come between two steps of a call. */
export type Synchronous<Port> = {
  readonly [Method in keyof Port]: Port[Method] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: Args) => Result
    : never;
};

/** What a call does with the data. `repeatable`: a change that is made again when it is lost (TransactionOptions). */
export type Access = 'read' | 'write' | 'repeatable';

/** A call of a port, marked with its access. */
interface Marked<Call> {
  readonly access: Access;
  readonly call: Call;
}

/** A port as SQLite implements it. Each call is marked by `reads`, `writes` or `repeatable` where it is written. */
export type Repository<Port> = {
  readonly [Method in keyof Port]: Marked<Synchronous<Port>[Method]>;
};

export type SqliteRepositories = {
  readonly [Name in keyof Repositories]: Repository<Repositories[Name]>;
};

export function reads<Call>(call: Call): Marked<Call> {
  return { access: 'read', call };
}

export function writes<Call>(call: Call): Marked<Call> {
  return { access: 'write', call };
}

export function repeatable<Call>(call: Call): Marked<Call> {
  return { access: 'repeatable', call };
}

/** Runs one call on the repositories that are right for its access: those that read, or those of a transaction. */
export type RunCall = (
  access: Access,
  call: (repositories: SqliteRepositories) => unknown,
) => Promise<unknown>;

/** The ports of these repositories as the rest of the system sees them. Each call is run by `run`. */
export function portsOf(repositories: SqliteRepositories, run: RunCall): Repositories {
  const ports = Object.keys(repositories).map((name) => [name, portOf(repositories, name, run)]);
  return Object.fromEntries(ports) as unknown as Repositories;
}

/** The same for one transaction. Each port is made when it is first used, since making all of them costs more than most transactions. */
export function portsOnDemand(repositories: SqliteRepositories, run: RunCall): Repositories {
  return new Proxy<Record<PropertyKey, unknown>>(
    {},
    {
      get(made, name) {
        if (typeof name === 'string' && !Object.hasOwn(made, name) && Object.hasOwn(repositories, name))
          made[name] = portOf(repositories, name, run);
        return made[name];
      },
    },
  ) as unknown as Repositories;
}

type AnyRepositories = Readonly<
  Record<string, Readonly<Record<string, Marked<(...args: readonly unknown[]) => unknown>>>>
>;

function portOf(repositories: SqliteRepositories, name: string, run: RunCall): unknown {
  const methods = (repositories as unknown as AnyRepositories)[name] ?? {};
  const ports = Object.entries(methods).map(([method, { access }]) => [
    method,
    (...args: readonly unknown[]) =>
      run(access, (current) => (current as unknown as AnyRepositories)[name]?.[method]?.call(...args)),
  ]);
  return Object.fromEntries(ports);
}
