/**
 * The API for the three clients: the content of `openapi/openapi.json` without the parts that only HTTP needs. All names are camelCase;
 * each language converts them.
 */
export interface SdkModel {
  /** The version of the product, and of the clients. */
  readonly version: string;
  /** By name, sorted. */
  readonly types: readonly NamedType[];
  /** In the order of `sdk/names.json`. */
  readonly operations: readonly Operation[];
  /** The events of webhooks and of `events.follow`, by name, sorted. */
  readonly events: readonly EventModel[];
}

export type NamedType = ObjectType | UnionType | EnumType;

export interface ObjectType {
  readonly kind: 'object';
  /** `Device`, `DeviceProtection` */
  readonly name: string;
  readonly description: string | undefined;
  readonly fields: readonly Field[];
  /** Whether clients send it, receive it, or both. */
  readonly use: Use;
  /** Whether it may hold members that no field names. Newer servers may always send more members; that is not meant here. */
  readonly isOpen: boolean;
}

/** One of several objects, told apart by a discriminator. It is only sent, never received. */
export interface UnionType {
  readonly kind: 'union';
  readonly name: string;
  readonly description: string | undefined;
  /** `type` */
  readonly discriminator: string;
  readonly variants: readonly { readonly value: string; readonly type: string }[];
  readonly use: Use;
}

/** Strings that this version of the API knows. A newer server may send others. */
export interface EnumType {
  readonly kind: 'enum';
  /** `DeviceStatus` */
  readonly name: string;
  readonly values: readonly string[];
  readonly use: Use;
}

export type Use = 'sent' | 'received' | 'both';

export interface Field {
  /** The name in JSON: `lastSeen`, `device_id`. */
  readonly name: string;
  readonly type: TypeRef;
  /** False = may be left out. */
  readonly required: boolean;
  readonly description: string | undefined;
}

export type TypeRef = { readonly nullable: boolean } & (
  | { readonly kind: 'string' | 'dateTime' | 'date' | 'number' | 'boolean' | 'any' }
  /** `isPositive`: 0 is not a valid value. */
  | { readonly kind: 'integer'; readonly isPositive: boolean }
  | { readonly kind: 'array'; readonly items: TypeRef }
  | { readonly kind: 'map'; readonly values: TypeRef }
  /** A string with one value: `type: 'lock'`. */
  | { readonly kind: 'literal'; readonly value: string }
  | { readonly kind: 'named'; readonly name: string }
);

export interface Operation {
  /** `operationId` of the document. When there are several forms, the form follows it: `getWeeklyReport`, `getWeeklyReport.csv`. */
  readonly id: string;
  /** `['classroom', 'sessions']` */
  readonly resource: readonly string[];
  /** `create` */
  readonly method: string;
  readonly httpMethod: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `/v1/devices/{id}/lock` */
  readonly path: string;
  readonly summary: string;
  readonly description: string | undefined;
  /** Who may call: `key` = an API key with `scopes`, `session` = a person signed in to the dashboard, or anybody. */
  readonly caller: 'key' | 'session' | 'anybody';
  readonly scopes: readonly string[];
  /** In the order of the path; all are strings. */
  readonly pathParameters: readonly { readonly name: string; readonly description: string | undefined }[];
  readonly query: readonly Field[];
  /** Always sent, whatever the caller gives: `{ format: 'csv' }`. */
  readonly fixedQuery: Readonly<Record<string, string>>;
  readonly body: Body | undefined;
  /** The optional headers that the operation takes. */
  readonly headers: {
    readonly idempotencyKey: boolean;
    readonly ifMatch: boolean;
    /** `Prefer: wait=…`: the input has `wait`, in seconds. */
    readonly wait: boolean;
  };
  readonly result: Result;
}

export interface Body {
  /** An object or a union of `types`. */
  readonly type: string;
  readonly required: boolean;
  /** A merge patch (RFC 7396): null removes a value, absent leaves it. */
  readonly isPatch: boolean;
}

export type Result =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'text'; readonly mediaType: string }
  | { readonly kind: 'object'; readonly type: string }
  /** The list envelope: `data`, `total`, `page`, `limit`, `hasMore`, `nextCursor`. */
  | { readonly kind: 'list'; readonly item: string };

export interface EventModel {
  /** `device.offline` */
  readonly name: string;
  readonly description: string;
  /** The object type of `data`; `DeviceOfflineData`. (A `TruncatedEventData` replaces data that is too large.) */
  readonly data: string;
}
