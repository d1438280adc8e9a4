const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
`;

/** A property list as XML (plist(5)), from what JSON can hold. Null and what XML cannot carry are left out. Keys keep their order. */
export function renderPropertyList(value: Readonly<Record<string, unknown>>): string {
  return `${HEAD}${element(value, '')}</plist>\n`;
}

function element(value: unknown, indent: string): string {
  if (typeof value === 'boolean') return `${indent}<${value}/>\n`;
  if (typeof value === 'number')
    return Number.isInteger(value)
      ? `${indent}<integer>${value}</integer>\n`
      : `${indent}<real>${value}</real>\n`;
  if (typeof value === 'string') return `${indent}<string>${escaped(value)}</string>\n`;
  if (Array.isArray(value))
    return block(
      'array',
      value.map((one) => element(one, `${indent}\t`)),
      indent,
    );
  if (typeof value !== 'object' || value === null) return '';
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const text = element(inner, `${indent}\t`);
    return text === '' ? [] : [`${indent}\t<key>${escaped(key)}</key>\n${text}`];
  });
  return block('dict', entries, indent);
}

function block(name: string, inner: readonly string[], indent: string): string {
  return inner.length === 0
    ? `${indent}<${name}/>\n`
    : `${indent}<${name}>\n${inner.join('')}${indent}</${name}>\n`;
}

/** XML 1.0 has no way to write control characters. */
function escaped(text: string): string {
  return text
    .replace(/(?![\t\n\r])[\p{Cc}\p{Cs}]|[\ufffe\uffff]/gu, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}
