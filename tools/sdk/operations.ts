import type { NamedType, Operation, SdkModel, TypeRef } from './model.ts';

/** The operations that a key can call. */
export function keyOperations({ operations }: SdkModel): readonly Operation[] {
  return operations.filter(({ caller }) => caller === 'key');
}

/** The method of an operation in a client: `classroom.sessions.create`. */
export function methodOf({ resource, method }: Operation): string {
  return [...resource, method].join('.');
}

/** The operation of a method; undefined for a hand-written method. */
export function operationOf({ operations }: SdkModel, method: string): Operation | undefined {
  return operations.find((one) => methodOf(one) === method);
}

/** Each resource, after the resources above it: `classroom`, then `classroom.sessions`. */
export function allResources(operations: readonly Operation[]): readonly (readonly string[])[] {
  const named = operations.flatMap(({ resource }) =>
    resource.map((_, index) => resource.slice(0, index + 1)),
  );
  return [...new Map(named.map((resource) => [resource.join('.'), resource])).values()];
}

/** The types that these operations and the events use. @param withBodies whether to include the bodies; not where their members are arguments */
export function reachableTypes(
  model: SdkModel,
  { withBodies }: { readonly withBodies: boolean },
): readonly NamedType[] {
  const byName = new Map(model.types.map((type) => [type.name, type]));
  const found = new Set<string>();
  const visit = (name: string) => {
    const type = byName.get(name);
    if (type === undefined || found.has(name)) return;
    found.add(name);
    for (const each of namesIn(type)) visit(each);
  };
  for (const operation of keyOperations(model)) {
    for (const name of namesOfOperation(operation, byName)) visit(name);
    if (withBodies && operation.body !== undefined) visit(operation.body.type);
  }
  for (const { data } of model.events) visit(data);
  for (const name of ['Problem', 'TruncatedEventData']) visit(name);
  return model.types.filter(({ name }) => found.has(name));
}

function namesOfOperation(
  { query, body, result }: Operation,
  byName: ReadonlyMap<string, NamedType>,
): string[] {
  return [
    ...query.flatMap(({ type }) => namesOf(type)),
    ...bodyFields(byName.get(body?.type ?? ''), byName).flatMap(({ types }) => types.flatMap(namesOf)),
    ...(result.kind === 'object' ? [result.type] : []),
    ...(result.kind === 'list' ? [result.item] : []),
  ];
}

function namesIn(type: NamedType): string[] {
  if (type.kind === 'enum') return [];
  if (type.kind === 'union') return type.variants.map((variant) => variant.type);
  return type.fields.flatMap((field) => namesOf(field.type));
}

function namesOf(type: TypeRef): string[] {
  if (type.kind === 'named') return [type.name];
  if (type.kind === 'array') return namesOf(type.items);
  return type.kind === 'map' ? namesOf(type.values) : [];
}

/** A member of a body. A member of a union has every type that it has in one of the variants. */
export interface BodyField {
  readonly name: string;
  readonly types: readonly TypeRef[];
  readonly required: boolean;
  readonly description: string | undefined;
}

export function bodyFields(
  body: NamedType | undefined,
  byName: ReadonlyMap<string, NamedType>,
): readonly BodyField[] {
  if (body === undefined || body.kind === 'enum') return [];
  if (body.kind === 'object')
    return body.fields.map(({ name, type, required, description }) => ({
      name,
      types: [type],
      required,
      description,
    }));
  const forms = body.variants.map(({ type }) => bodyFields(byName.get(type), byName));
  const names = [...new Set(forms.flatMap((fields) => fields.map(({ name }) => name)))];
  return names.map((name) => {
    const same = forms.flatMap((fields) => fields.filter((field) => field.name === name));
    const types = new Map(same.flatMap((field) => field.types).map((type) => [JSON.stringify(type), type]));
    const required = same.length === forms.length && same.every((field) => field.required);
    return { name, types: [...types.values()], required, description: same[0]?.description };
  });
}
