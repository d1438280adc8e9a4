/** As much of an OpenAPI document as is touched here. */
export interface OpenApiObject {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: Record<string, unknown> & { schemas: Record<string, Record<string, unknown>> };
  webhooks?: unknown;
}

export interface Operation {
  description?: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses: Record<string, { headers?: unknown; content?: unknown; description?: string }>;
  readonly 'x-extension'?: boolean;
}
