import { Type } from 'typebox';
import { MAX_USAGE_DAYS } from '../../contracts/rest/keys.ts';
import { ALL_SCOPES, isExtensionScope, SCOPE_DESCRIPTIONS, type Scope } from '../../contracts/scopes.ts';
import { Fault } from '../../kit/fault.ts';
import type { ApiKeyDetails } from '../../store/ports/api-keys.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import { toApiKey, toApiKeyUsage } from '../../store/views/api-key.ts';
import { pageOfAll } from '../http/lists/page-of-all.ts';
import { defineRoute } from '../http/route.ts';
import { listOf, ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { namedOu, reachOf } from '../input/reach.ts';
import { readApiKey, readApiKeyPatch } from './api-key-input.ts';
import { issueKey, keyOf, revokeKey, rotateKey } from './api-keys.ts';

type SortField = 'createdAt' | 'name' | 'expiresAt';

const DAY_MS = 86_400_000;

const DEFAULT_DAYS = 30;

const Day = Type.String({ format: 'date', maxLength: 10, description: 'A UTC day, `2026-11-20`.' });

/** The endpoints of API keys and their scopes. */
export const KEY_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/scopes',
    operationId: 'listScopes',
    summary: 'List the scopes, and which of them this key has',
    tag: 'Scopes',
    scope: null,
    extension: true,
    list: { sortable: ['name'], defaultSort: 'name' },
    responses: { 200: listOf('ScopeInfo') },
    handle: ({ caller, page }) =>
      page(
        {},
        (list) =>
          pageOfAll(
            ALL_SCOPES.map((id) => ({ id })),
            list,
            ({ id }) => id,
          ),
        ({ id }: { readonly id: Scope }) => ({
          name: id,
          description: SCOPE_DESCRIPTIONS[id],
          granted: caller.scopes.includes(id),
          extension: isExtensionScope(id),
        }),
      ),
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/keys',
    operationId: 'listApiKeys',
    summary: 'List API keys, revoked ones too',
    tag: 'Keys',
    scope: null,
    roles: ['owner'],
    extension: true,
    query: Type.Object({ revoked: Type.Optional(Type.Boolean()) }),
    list: { sortable: ['name', 'createdAt', 'expiresAt'], defaultSort: 'name', updatedSince: true },
    responses: { 200: listOf('ApiKey') },
    handle: ({ caller, query, page }, { store }) =>
      page(
        { revoked: query.revoked ?? null },
        async (list: ListQuery<unknown, SortField>) => {
          const keys = await store.apiKeys.details(caller.organisationId);
          const wanted = keys.filter(
            ({ revokedAt }) => query.revoked === undefined || query.revoked === (revokedAt !== null),
          );
          return await pageOfAll(wanted, list, sortValueOf);
        },
        toApiKey,
      ),
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/keys',
    operationId: 'createApiKey',
    summary: 'Make an API key; its secret is shown this once',
    tag: 'Keys',
    scope: null,
    roles: ['owner'],
    extension: true,
    body: ref('ApiKeyInput'),
    responses: { 201: ref('CreatedApiKey') },
    faults: ['unprocessable'],
    secretAnswer: true,
    handle: ({ body, caller, transact }, tools) =>
      transact(async (tx) => {
        const { organisationId } = caller;
        const organisation = await tx.organisations.get(organisationId);
        const defaultTier = organisation?.kind === 'sandbox' ? 'development' : 'enterprise';
        const unit = body.ou == null ? null : await namedOu(tx, reachOf(caller), body.ou);
        const { key, text } = await issueKey(tx, tools, {
          ...readApiKey(body, tools.clock.now(), defaultTier),
          organisationId,
          ouPath: unit?.path ?? null,
        });
        return {
          status: 201,
          body: { ...toApiKey(key), secret: text },
          headers: { location: `/v1/keys/${key.id}` },
          version: key.version,
          audit: { action: 'key.created', target: key.id, after: toApiKey(key) },
        };
      }),
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/keys/{id}',
    operationId: 'getApiKey',
    summary: 'Get one API key; never its secrets',
    tag: 'Keys',
    scope: null,
    roles: ['owner'],
    extension: true,
    params: idParams('key'),
    responses: { 200: ref('ApiKey') },
    faults: ['not_found'],
    handle: async ({ params, caller }, { store }) => {
      const key = await keyOf(store, caller.organisationId, params.id);
      return { status: 200, body: toApiKey(key), version: key.version };
    },
  }),

  defineRoute({
    method: 'PATCH',
    path: '/v1/keys/{id}',
    operationId: 'updateApiKey',
    summary: 'Change what an API key may do, and until when',
    tag: 'Keys',
    scope: null,
    roles: ['owner'],
    extension: true,
    params: idParams('key'),
    body: ref('ApiKeyPatch'),
    responses: { 200: ref('ApiKey') },
    faults: ['not_found', 'conflict', 'unprocessable', 'precondition_failed'],
    handle: ({ params, body, caller, checkIfMatch, transact }, { clock }) =>
      transact(async (tx) => {
        const known = await keyOf(tx, caller.organisationId, params.id);
        checkIfMatch(known.version);
        if (known.revokedAt !== null) throw new Fault('conflict', 'The key is revoked: make a new one.');
        const now = clock.now();
        const unit = body.ou == null ? null : await namedOu(tx, reachOf(caller), body.ou);
        const changes = {
          ...readApiKeyPatch(body, now),
          ...(body.ou === undefined ? {} : { ouId: unit?.id ?? null }),
        };
        const key = (await tx.apiKeys.update(caller.organisationId, known.id, changes, now)) ?? known;
        tx.wake({ kind: 'api_keys' });
        return {
          status: 200,
          body: toApiKey(key),
          version: key.version,
          audit: { action: 'key.updated', target: key.id, before: toApiKey(known), after: toApiKey(key) },
        };
      }),
  }),

  defineRoute({
    method: 'DELETE',
    path: '/v1/keys/{id}',
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key at once and for good',
    description: 'The record stays and can still be read, for its usage. A second time is 404.',
    tag: 'Keys',
    scope: null,
    roles: ['owner'],
    extension: true,
    params: idParams('key'),
    responses: { 204: null },
    faults: ['not_found', 'precondition_failed'],
    handle: ({ params, caller, checkIfMatch, transact }, { clock }) =>
      transact(async (tx) => {
        const { organisationId } = caller;
        const known = await keyOf(tx, organisationId, params.id);
        checkIfMatch(known.version);
        await revokeKey(tx, { organisationId, id: known.id, now: clock.now() });
        const after = toApiKey(await keyOf(tx, organisationId, known.id));
        return {
          status: 204,
          audit: { action: 'key.revoked', target: known.id, before: toApiKey(known), after },
        };
      }),
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/keys/{id}/rotate',
    operationId: 'rotateApiKey',
    urgent: true,
    summary: 'Give an API key a new secret, shown this once; the former one ends after a grace',
    tag: 'Keys',
    scope: null,
    roles: ['owner'],
    extension: true,
    params: idParams('key'),
    body: ref('ApiKeyRotation'),
    bodyOptional: true,
    responses: { 200: ref('CreatedApiKey') },
    faults: ['not_found', 'conflict'],
    secretAnswer: true,
    handle: ({ params, body, caller, transact }, tools) =>
      transact(async (tx) => {
        const { organisationId } = caller;
        const before = toApiKey(await keyOf(tx, organisationId, params.id));
        const { key, text } = await rotateKey(tx, tools, {
          organisationId,
          id: params.id,
          graceSeconds: body.graceSeconds,
        });
        return {
          status: 200,
          body: { ...toApiKey(key), secret: text },
          version: key.version,
          audit: { action: 'key.rotated', target: key.id, before, after: toApiKey(key) },
        };
      }),
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/keys/{id}/usage',
    operationId: 'getApiKeyUsage',
    summary: 'What an API key was used for: requests and errors by UTC day and operation',
    description: `\`from\` and \`to\` are days, both included; the default is the last ${DEFAULT_DAYS}, at most ${MAX_USAGE_DAYS}.`,
    tag: 'Keys',
    scope: null,
    roles: ['owner'],
    extension: true,
    params: idParams('key'),
    query: Type.Object({ from: Type.Optional(Day), to: Type.Optional(Day) }),
    responses: { 200: ref('ApiKeyUsage') },
    faults: ['not_found'],
    handle: async ({ params, query, caller }, { store, clock }) => {
      const key = await keyOf(store, caller.organisationId, params.id);
      const range = readRange(query, clock.now());
      const days = await store.apiKeys.usage(key.id, range);
      return { status: 200, body: toApiKeyUsage(key, { ...range, days }) };
    },
  }),
];

function sortValueOf(key: ApiKeyDetails, field: SortField): string | number | null {
  return key[field];
}

function readRange(
  query: { readonly from?: string; readonly to?: string },
  now: number,
): { readonly from: string; readonly to: string } {
  const to = query.to ?? dayOf(now);
  const from = query.from ?? dayOf(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days >= 1 && days <= MAX_USAGE_DAYS) return { from, to };
  const detail = `"from" is not after "to", and they are at most ${MAX_USAGE_DAYS} days apart.`;
  throw new Fault('validation_failed', detail, {
    extras: { errors: [{ in: 'query', parameter: 'from', code: 'range', detail }] },
  });
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
