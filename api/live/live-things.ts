import { type IdPrefix, isId } from '../../contracts/ids.ts';
import { Fault } from '../../kit/fault.ts';
import { toAccessRequest } from '../../store/views/access-request.ts';
import { toAlert } from '../../store/views/alert.ts';
import { toCommand } from '../../store/views/command.ts';
import { toDevice } from '../../store/views/device.ts';
import { ACCESS_REQUEST_ROUTES } from '../access-requests/routes.ts';
import { ALERT_ROUTES } from '../alerts/routes.ts';
import { CLASSROOM_ROUTES } from '../classroom/routes.ts';
import { COMMAND_ROUTES } from '../commands/routes.ts';
import { DEVICE_ROUTES } from '../devices/routes.ts';
import type { Caller } from '../http/authentication/caller.ts';
import { type ApiRequest, type RouteDefinition, type RouteTools, routeOf } from '../http/route.ts';
import { mayReach, reachOf } from '../input/reach.ts';
import { OVERRIDE_ROUTES } from '../overrides/routes.ts';
import { POLICY_ROUTES } from '../policies/routes.ts';
import { messageOf } from './live-stream.ts';

/** A kind of thing that streams show, as its own `GET` shows it, to those who may call that. */
export interface LiveKind {
  /** The name of its messages. */
  readonly type: string;
  /** Its `GET`. */
  readonly rule: RouteDefinition;
  /** Things that have a place in the tree are read once for everybody. For other kinds their `GET` decides for each caller. */
  readonly read?: (tools: RouteTools, organisationId: number, id: string) => Promise<Placed | null>;
  /** Whether there still is such a thing, whoever may see it; null = there is none. Only for kinds without `read`. */
  readonly find?: (store: RouteTools['store'], organisationId: number, id: string) => Promise<object | null>;
}

interface Placed {
  readonly body: object;
  readonly ouPath: string;
}

/** Nothing that is limited to a unit reaches it. */
const NO_UNIT = '/';

const KINDS: Partial<Record<IdPrefix, LiveKind>> = {
  dev: {
    type: 'device',
    rule: routeOf(DEVICE_ROUTES, 'getDevice'),
    read: async ({ store, clock }, organisationId, id) => {
      const device = await store.devices.get(organisationId, id);
      return device === null ? null : { body: toDevice(device, clock.now()), ouPath: device.ouPath };
    },
  },
  cmd: {
    type: 'command',
    rule: routeOf(COMMAND_ROUTES, 'getCommand'),
    read: async ({ store }, organisationId, id) => {
      const command = await store.commands.get(organisationId, id);
      if (command === null) return null;
      const device = await store.devices.get(organisationId, command.deviceId);
      return { body: toCommand(command), ouPath: device?.ouPath ?? NO_UNIT };
    },
  },
  alt: {
    type: 'alert',
    rule: routeOf(ALERT_ROUTES, 'getAlert'),
    read: async ({ store }, organisationId, id) => {
      const alert = await store.alerts.get(organisationId, id);
      return alert === null ? null : { body: toAlert(alert), ouPath: alert.ouPath };
    },
  },
  cls: {
    type: 'classroom-session',
    rule: routeOf(CLASSROOM_ROUTES, 'getClassroomSession'),
    find: ({ classroomSessions }, organisationId, id) => classroomSessions.get(organisationId, id),
  },
  acr: {
    type: 'access-request',
    rule: routeOf(ACCESS_REQUEST_ROUTES, 'getAccessRequest'),
    read: async ({ store }, organisationId, id) => {
      const request = await store.accessRequests.get(organisationId, id);
      return request === null ? null : { body: toAccessRequest(request), ouPath: request.ouPath };
    },
  },
  ovr: {
    type: 'override',
    rule: routeOf(OVERRIDE_ROUTES, 'getOverride'),
    find: ({ overrides }, organisationId, id) => overrides.get(organisationId, id),
  },
  pol: {
    type: 'policy',
    rule: routeOf(POLICY_ROUTES, 'getPolicy'),
    find: ({ policies }, organisationId, id) => policies.get(organisationId, id),
  },
};
const PREFIXES = Object.keys(KINDS) as readonly IdPrefix[];

/** The kind of thing that has this id; null = none that streams show. */
export function kindOf(id: string): LiveKind | null {
  const prefix = PREFIXES.find((one) => isId(one, id));
  return prefix === undefined ? null : (KINDS[prefix] ?? null);
}

/** A thing as it is now. */
export interface LiveThing {
  readonly kind: LiveKind;
  /** Its unit; null = it has none, or is gone. */
  readonly ouPath: string | null;
  /**
   * The message about it for a caller who may see its kind; null = it is outside the caller's reach. A thing that is gone is told to those who reached it: where
   * that is unknown, to whoever reaches the whole organisation.
   * @param about.former the unit that it was in before, when it was moved
   * @param about.place the place of the change
   */
  messageTo(
    caller: Caller,
    about: { readonly former: string | null; readonly place: string | undefined },
  ): Promise<string | null>;
}

/** @returns null for a thing of a kind that streams do not show */
export async function readThing(
  tools: RouteTools,
  organisationId: number,
  id: string,
): Promise<LiveThing | null> {
  const kind = kindOf(id);
  if (kind === null) return null;
  const gone = (place: string | undefined): string => messageOf('removed', { type: kind.type, id }, place);
  if (kind.read === undefined) {
    const isGone = (await kind.find?.(tools.store, organisationId, id)) === null;
    return {
      kind,
      ouPath: null,
      async messageTo(caller, { place }) {
        const body = await answerOf(kind.rule, { tools, caller, id });
        if (body !== null) return messageOf(kind.type, body, place);
        // A thing that still is there is another's.
        return caller.ouPath === null && isGone ? gone(place) : null;
      },
    };
  }
  const placed = await kind.read(tools, organisationId, id);
  const json = placed === null ? '' : JSON.stringify(placed.body);
  return {
    kind,
    ouPath: placed?.ouPath ?? null,
    async messageTo(caller, { former, place }) {
      const reach = reachOf(caller);
      if (placed !== null && mayReach(reach, placed.ouPath)) return messageOf(kind.type, json, place);
      const wasThere = former === null ? placed === null && reach.ouPath === null : mayReach(reach, former);
      return wasThere ? gone(place) : null;
    },
  };
}

/** What the `GET` of a thing answers to a caller; null = not found. */
async function answerOf(
  route: RouteDefinition,
  { tools, caller, id }: { readonly tools: RouteTools; readonly caller: Caller; readonly id: string },
): Promise<object | null> {
  const request: Pick<ApiRequest<{ readonly id: string }, unknown, unknown>, 'caller' | 'params'> = {
    caller,
    params: { id },
  };
  try {
    const { body } = await route.handle(request as ApiRequest<never, never, never>, tools as never);
    return body as object;
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return null;
    throw error;
  }
}
