import type { Policy as PolicyModel } from '../../contracts/policy/model.ts';
import { textKey } from '../../kit/text-key.ts';
import type { PolicyRecord } from '../ports/policies.ts';
import { plainSchedule, type SchoolTimes } from './school-times.ts';

/** A policy as `decide` takes it: units by path, people by their address in lower case, the school's times in plain windows and dates. */
export function toPolicyModel(record: PolicyRecord, times: SchoolTimes): PolicyModel {
  const { id, name, enabled, priority, defaultAction, named, schedule, rules, settings, version } = record;
  return {
    id,
    name,
    enabled,
    priority,
    defaultAction,
    target: {
      everyone: named.everyone,
      ous: named.ous.map(({ path }) => path),
      users: named.users.map(({ email }) => textKey(email)),
      devices: named.devices,
    },
    schedule: plainSchedule(schedule, times),
    rules,
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    version,
  };
}
