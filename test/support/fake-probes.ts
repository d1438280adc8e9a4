import type { Connected, Greeted, Resolved, SelfCheckProbes } from '../../agent/ports/self-check-probes.ts';

/** What the pretended computer answers to tries; may be changed while a test runs. */
export interface FakeProbes extends SelfCheckProbes {
  script: {
    /** By name; what is not there has no answer. */
    names: Readonly<Record<string, Resolved>>;
    connect: Connected;
    greet: Greeted;
    pac: boolean;
  };
  /** Hears of each name that is asked for, before it is answered: a test passes look-ups on to the filter. */
  onResolve: (name: string) => Promise<Resolved> | null;
}

export function createFakeProbes(): FakeProbes {
  const probes: FakeProbes = {
    script: { names: {}, connect: 'refused', greet: 'refused', pac: true },
    onResolve: () => null,
    resolve: (name) =>
      probes.onResolve(name) ?? Promise.resolve(probes.script.names[name] ?? { answer: 'none' as const }),
    connect: () => Promise.resolve(probes.script.connect),
    greet: () => Promise.resolve(probes.script.greet),
    servesPac: () => Promise.resolve(probes.script.pac),
  };
  return probes;
}
