import type { NamedType, Operation, SdkModel } from '../model.ts';
import { bodyFields, keyOperations } from '../operations.ts';
import { constantName } from './names.ts';
import { block, HEAD, literal, quoted } from './text.ts';

/** `generated/operations.py`: the description of each operation for `_request.py`. */
export function operationsFile(model: SdkModel): string {
  const byName = new Map(model.types.map((type) => [type.name, type]));
  const constants = keyOperations(model).map((operation) => {
    const name = constantName(operation.resource, operation.method);
    return `${name} = Operation${block('()', '', argumentsOf(operation, byName))}`;
  });
  return [
    HEAD,
    '"""Each operation that an API key can call."""',
    '',
    'from .._request import Operation',
    '',
    ...constants,
    '',
  ].join('\n');
}

function argumentsOf(operation: Operation, byName: ReadonlyMap<string, NamedType>): string[] {
  const { httpMethod, path, result, fixedQuery, body, headers } = operation;
  const nullable = bodyFields(byName.get(body?.type ?? ''), byName)
    .filter(({ types }) => types.some((type) => type.nullable))
    .map(({ name }) => quoted(name));
  return [
    quoted(httpMethod),
    quoted(path),
    ...(result.kind === 'object' ? [`result=${quoted(result.type)}`] : []),
    ...(result.kind === 'list' ? [`result=${quoted(result.item)}`, 'is_list=True'] : []),
    ...(result.kind === 'text' ? [`text=${quoted(result.mediaType)}`] : []),
    ...(Object.keys(fixedQuery).length > 0 ? [`fixed_query=${literal(fixedQuery)}`] : []),
    ...(body === undefined ? [] : ['has_body=True']),
    ...(body?.required ? ['body_required=True'] : []),
    ...(body?.isPatch ? ['is_patch=True'] : []),
    ...(nullable.length > 0 && !body?.isPatch ? [`nullable=frozenset({${nullable.join(', ')}})`] : []),
    ...(headers.idempotencyKey ? ['idempotency_key=True'] : []),
  ];
}
