import t from 'tap';
import { Value } from 'typebox/value';
import type { OuId, PolicyId, RuleId, UserId } from '../../../../contracts/ids.ts';
import { PolicyBundle } from '../../../../contracts/policy/bundle.ts';
import { compileBundle } from '../../../../contracts/policy/compile.ts';
import { decide } from '../../../../contracts/policy/decide.ts';
import type { Bundle, Policy } from '../../../../contracts/policy/model.ts';
import type { DevicePerson } from '../../../../store/ports/device-people.ts';
import type { PolicyRecord } from '../../../../store/ports/policies.ts';
import { policyBundle, reducePolicies } from '../../../../store/rules/policy-bundle.ts';
import { toPolicyModel } from '../../../../store/rules/policy-model.ts';
import { SHIPPED_BUNDLE_DEFAULTS } from '../../../../store/rules/shipped-bundle-defaults.ts';
import { fc } from '../../../support/property.ts';
import {
  anyBundle,
  anyRequest,
  DEVICES,
  START,
  UNITS,
  USERS,
} from '../../contracts/policy/arbitrary-bundle.ts';

/** Nothing refers to them. */
const NO_TIMES = { timezone: 'UTC', schoolHours: null, holidays: [] };
const VERSION = { version: 7, timezone: 'Europe/Madrid', defaults: SHIPPED_BUNDLE_DEFAULTS };

/** A stored policy that `decide` sees as the given one. */
function recordOf(policy: Policy): PolicyRecord {
  const { target, settings, rules, id, ...rest } = policy;
  const named = {
    everyone: target.everyone,
    ous: target.ous.map((path) => ({ id: `ou_${path}` as OuId, path })),
    users: target.users.map((email) => ({ id: `usr_${email}` as UserId, email })),
    devices: target.devices as PolicyRecord['named']['devices'],
  };
  return {
    ...rest,
    id: id as PolicyId,
    organisationId: 1,
    description: null,
    builtIn: false,
    createdAt: 0,
    updatedAt: 0,
    settings: settings ?? {},
    rules: rules.map((rule) => ({ ...rule, id: rule.id as RuleId })),
    target: { ...named, ous: named.ous.map(({ id }) => id), users: named.users.map(({ id }) => id) },
    named,
  };
}

function person(user: string, ouPath: string): DevicePerson {
  return { userId: `usr_${user}` as UserId, user, ouPath };
}

const anyScene = fc.record({
  bundle: anyBundle,
  deviceId: fc.constantFrom(...DEVICES),
  ouPath: fc.constantFrom(...UNITS),
  people: fc
    .uniqueArray(fc.constantFrom(...USERS), { maxLength: 2 })
    .chain((users) =>
      fc.tuple(...users.map((user) => fc.constantFrom(...UNITS).map((unit) => person(user, unit)))),
    ),
  at: fc.integer({ min: 0, max: 14 * 24 * 4 }).map((quarter) => START + quarter * 900_000),
  campus: fc.constantFrom('on-campus' as const, 'off-campus' as const, 'unknown' as const),
});

t.test(
  'a device decides by its own bundle as by all policies of the organisation, with the same chain',
  async () => {
    fc.assert(
      fc.property(anyScene, fc.array(anyRequest, { minLength: 1, maxLength: 5 }), (scene, requests) => {
        const { bundle, deviceId, ouPath, people, at, campus } = scene;
        const records = bundle.policies.map(recordOf);
        const whole: Bundle = {
          ...bundle,
          policies: records.map((record) => toPolicyModel(record, NO_TIMES)),
        };
        const reduced = policyBundle(reducePolicies(records, { deviceId, ouPath, people }), VERSION);
        const own: Bundle = { ...bundle, policies: reduced.policies };
        const [compiledWhole, compiledOwn] = [compileBundle(whole), compileBundle(own)];
        const askers = [
          ...people.map((one) => ({ user: one.user, ouPath: one.ouPath })),
          { user: null, ouPath },
          { user: 'stranger@elsewhere.example', ouPath },
        ];
        for (const asker of askers)
          for (const request of requests) {
            const context = { ...asker, deviceId, campus, at };
            const expected = JSON.stringify(decide(request, context, compiledWhole));
            if (JSON.stringify(decide(request, context, compiledOwn)) !== expected) return false;
          }
        return true;
      }),
      { numRuns: 500 },
    );
  },
);

t.test('a bundle fits its schema and names no device, person or unit of others', async () => {
  fc.assert(
    fc.property(anyScene, ({ bundle, deviceId, ouPath, people }) => {
      const records = bundle.policies.map(recordOf);
      const made = policyBundle(reducePolicies(records, { deviceId, ouPath, people }), VERSION);
      if (!Value.Check(PolicyBundle, made)) return false;
      const own = new Set(people.map(({ user }) => user));
      const places = [ouPath, ...people.map((one) => one.ouPath)];
      return made.policies.every(
        ({ enabled, target: { everyone, ous, users, devices } }) =>
          enabled &&
          (everyone || ous.length + users.length + devices.length > 0) &&
          devices.every((id) => id === deviceId) &&
          users.every((user) => own.has(user)) &&
          ous.every((unit) => places.some((place) => unit === '/' || `${place}/`.startsWith(`${unit}/`))),
      );
    }),
    { numRuns: 500 },
  );
});

t.test(
  'what the server adds travels along: lists, hours in the zone of the organisation, upstreams',
  async (t) => {
    const made = policyBundle([], {
      version: 3,
      timezone: 'Europe/Madrid',
      defaults: { ...SHIPPED_BUNDLE_DEFAULTS, upstreams: ['https://dns.school.example/dns-query'] },
    });
    t.equal(made.version, 3);
    t.same(made.upstreams, ['https://dns.school.example/dns-query']);
    t.equal(made.schoolHours?.timezone, 'Europe/Madrid');
    t.same(made.schoolHours?.windows[0]?.days, ['mon', 'tue', 'wed', 'thu', 'fri']);
    t.ok(made.dohAddresses.includes('8.8.8.8'));
    t.ok(made.gameWords.includes('unblocked'));
    const always = policyBundle([], {
      version: 3,
      timezone: 'UTC',
      defaults: { ...SHIPPED_BUNDLE_DEFAULTS, schoolHours: null },
    });
    t.equal(always.schoolHours, null);
  },
);
