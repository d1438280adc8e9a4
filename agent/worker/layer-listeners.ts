import { messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { FilterPorts, LayerListening } from './worker-side.ts';

/** A layer of the filter that takes connections or questions. */
export interface Layer {
  readonly layer: LayerListening['layer'];
  /** 0 = any. */
  readonly wanted: number;
  readonly part: Service & { ports(): readonly { readonly port: number }[] };
}

/** Starts and stops each layer on its own: one that finds no port leaves the others running. */
export interface LayerListeners {
  /** Starts those that do not run. Never rejects. */
  start(): Promise<void>;
  stop(): Promise<void>;
  report(): readonly LayerListening[];
  /** The port of each layer; of one that does not listen, the port where it should. */
  ports(): FilterPorts;
}

export function createLayerListeners(layers: readonly Layer[], log: Log): LayerListeners {
  const errors = new Map<Layer, string>();
  const portOf = ({ part }: Layer): number | null => part.ports()[0]?.port ?? null;
  const startOne = async (layer: Layer): Promise<void> => {
    if (portOf(layer) !== null) return;
    try {
      await layer.part.start();
      errors.delete(layer);
    } catch (error) {
      errors.set(layer, messageOf(error));
      log.error({ layer: layer.layer, error: messageOf(error) }, 'a layer of the filter does not listen');
    }
  };
  const named = (name: LayerListening['layer']): number | null => {
    const layer = layers.find(({ layer: known }) => known === name);
    return layer === undefined ? null : (portOf(layer) ?? layer.wanted);
  };
  return {
    async start() {
      for (const layer of layers) await startOne(layer);
    },
    async stop() {
      // In the reverse order: those that ask the resolver first.
      for (const { part } of [...layers].reverse()) await part.stop();
    },
    report: () =>
      layers.map((layer) => ({
        layer: layer.layer,
        wanted: layer.wanted,
        port: portOf(layer),
        error: errors.get(layer) ?? null,
      })),
    ports: () => ({ dns: named('dns') ?? 0, proxy: named('proxy') ?? 0, relay: named('relay') }),
  };
}
