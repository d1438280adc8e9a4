import { messageOf } from '../../../kit/fault.ts';
import type { Log } from '../../../kit/log.ts';

/** One handler for each effect. */
export type EffectHandlers<Effect extends { readonly effect: string }> = {
  readonly [Name in Effect['effect']]: (effect: Extract<Effect, { readonly effect: Name }>) => void;
};

/** What a pure reducer makes of an event. */
export interface Step<State, Effect> {
  readonly state: State;
  /** In the order in which they are carried out. */
  readonly effects: readonly Effect[];
}

/**
 * Takes events, lets a pure reducer say which effects follow, and has handlers carry them out. One event is finished before the next begins: an event
 * that a handler tells waits until the present one is finished.
 */
export interface EventQueue<State, Event, Effect extends { readonly effect: string }> {
  /** Has its effects carried out before it returns, unless another event is under way. Never throws: an effect that fails is logged, and the others follow. */
  tell(event: Event): void;
  state(): State;
  /**
   * To be called once, when all parts are made; events that were told before have waited for it. An effect without a handler does nothing: the part
   * that would carry it out is not wanted here.
   */
  carryOut(handlers: Partial<EffectHandlers<Effect>>): void;
}

export function createEventQueue<State, Event, Effect extends { readonly effect: string }>({
  initial,
  next,
  log,
}: {
  readonly initial: State;
  readonly next: (state: State, event: Event) => Step<State, Effect>;
  readonly log: Pick<Log, 'error'>;
}): EventQueue<State, Event, Effect> {
  const waiting: Event[] = [];
  let state = initial;
  let handlers: Partial<EffectHandlers<Effect>> | null = null;
  let underWay = false;

  const handle = (effect: Effect, by: Partial<EffectHandlers<Effect>>): void => {
    const name: Effect['effect'] = effect.effect;
    // The handler with the effect's own name takes this effect; TypeScript cannot see that.
    const handler = by[name] as ((effect: Effect) => void) | undefined;
    try {
      handler?.(effect);
    } catch (error) {
      log.error({ effect: name, error: messageOf(error) }, 'an effect failed');
    }
  };
  const work = (): void => {
    if (handlers === null || underWay) return;
    underWay = true;
    for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
      const step = next(state, event);
      state = step.state;
      for (const effect of step.effects) handle(effect, handlers);
    }
    underWay = false;
  };
  return {
    tell(event) {
      waiting.push(event);
      work();
    },
    state: () => state,
    carryOut(given) {
      handlers = given;
      work();
    },
  };
}
