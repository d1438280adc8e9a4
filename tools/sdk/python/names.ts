/** Words that cannot be a name in Python. */
const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** `lastSeen` → `last_seen`, `violated-policies` → `violated_policies`, `from` → `from_` */
export function snakeCase(name: string): string {
  const snake = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
}

/** `['classroom', 'sessions']`, `list` → `CLASSROOM_SESSIONS_LIST` */
export function constantName(resource: readonly string[], method: string): string {
  return [...resource, method].map((part) => snakeCase(part).toUpperCase()).join('_');
}

/** `['classroom', 'sessions']` → `ClassroomSessionsResource` */
export function className(resource: readonly string[]): string {
  return `${resource.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('')}Resource`;
}

/** `LogEntry` → `log_entry` */
export function variableName(type: string): string {
  return snakeCase(type.charAt(0).toLowerCase() + type.slice(1));
}
