/** Names for types that occur in several places, or whose place would give a clumsy name. */
const NAMED_PLACES: Readonly<Record<string, string>> = {
  'ApiKey.primary': 'ApiKeySlot',
  'ApiKey.secondary': 'ApiKeySlot',
  'ApiKey.scopes.[]': 'Scope',
  'ApiKeyInput.scopes.[]': 'Scope',
  'ApiKeyPatch.scopes.[]': 'Scope',
  'CategorySuggestionPatch.status': 'CategorySuggestionDecision',
  'ClassroomSessionConflictData.conflict': 'ClassroomSessionConflict',
  'CommandBatch.type': 'CommandType',
  // A filter by properties of devices.
  CommandBatchInputFilter: 'Device',
  'CommandBatchPreview.devices.[].code': 'CommandBatchRejectedCode',
  'CommandBatchPreview.type': 'CommandType',
  'CommandBatchRetry.statuses.[]': 'CommandBatchRetryStatus',
  'CommandBatchSummary.counts': 'CommandBatchCounts',
  'CommandBatchSummary.status': 'CommandBatchStatus',
  'CommandBatchSummary.type': 'CommandType',
  'CreatedApiKey.primary': 'ApiKeySlot',
  'CreatedApiKey.secondary': 'ApiKeySlot',
  'CreatedApiKey.scopes.[]': 'Scope',
  'DeviceProtectionChangedData.from': 'DeviceProtectionState',
  'DeviceProtectionChangedData.to': 'DeviceProtectionState',
  'ExplainRequest.campus': 'DeviceCampus',
  'Explanation.chain.[].action': 'ExplanationAction',
  'Explanation.chain.[].reason': 'ExplanationReason',
  'Explanation.chain.[]': 'ExplanationStep',
  'Explanation.input.campus': 'DeviceCampus',
  'GameDetectedData.log': 'LogEntry',
  'KnownCategorySource.format': 'CategorySourceFormat',
  'LogEntry.campus': 'DeviceCampus',
  'Policy.rules.[].campus': 'DeviceCampus',
  'PolicyInput.rules.[].campus': 'DeviceCampus',
  'PolicyPatch.rules.[].campus': 'DeviceCampus',
  'Preview.newlyAllowed': 'PreviewChange',
  'Preview.newlyBlocked': 'PreviewChange',
  'ScopeInfo.name': 'Scope',
  'Session.role': 'AccountRole',
  'Session.scopes.[]': 'Scope',
  'UserBatchResult.results.[]': 'UserBatchRow',
  'WebhookTestResult.trigger': 'DeliveryAttemptTrigger',
  'WeeklyReport.topBlockedDomains.[]': 'WeeklyReportTopDomain',
};

/**
 * The possible names of a type by its place, best first. A sent and a received type share a name if they are the same: `['PolicyPatch',
 * 'target']` → `PolicyTarget`, `PolicyInputTarget`, `PolicyPatchTarget`.
 */
export function namesOfPlace(place: readonly string[]): readonly string[] {
  const [root = '', ...rest] = underKnownName(place);
  const bare = root.replace(/^Created|(?:Input|Patch)$/g, '');
  const roots = bare === root ? [root] : [bare, `${bare}Input`, root];
  return [...new Set(roots)].map((each) => nameOfPlace([each, ...rest]));
}

/** The place, relative to the nearest enclosing type with a name of its own here: `Preview.newlyAllowed.visits` → `PreviewChange.visits`. */
function underKnownName(place: readonly string[]): readonly string[] {
  for (let length = place.length; length > 0; length -= 1) {
    const known = NAMED_PLACES[place.slice(0, length).join('.')];
    if (known !== undefined) return underKnownName([known, ...place.slice(length)]);
  }
  return place;
}

/** `['PolicyInput', 'rules', '[]']` → `PolicyInputRule`: the item of a list has the singular name. */
function nameOfPlace([root = '', ...steps]: readonly string[]): string {
  return steps.reduce((name, step, index) => {
    if (step === '[]') return name;
    return name + upperFirst(steps[index + 1] === '[]' ? singular(step) : step);
  }, root);
}

/** `device.offline` → `DeviceOffline` */
export function upperCamel(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map(upperFirst)
    .join('');
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function singular(plural: string): string {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`;
  if (/(ch|sh|ss)es$/.test(plural)) return plural.slice(0, -2);
  return /[^u]s$/.test(plural) ? plural.slice(0, -1) : plural;
}
