// Compares the table of topics in docs/mqtt-protocol.md with contracts/mqtt/topics.ts; with --write, writes it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOPICS, type TopicRule } from '../contracts/mqtt/topics.ts';
import { keepCommittedFile } from './committed-file.ts';
import { ROOT } from './repository.ts';

const FILE = 'docs/mqtt-protocol.md';
const BEGIN = '<!-- topics: begin -->';
const END = '<!-- topics: end -->';

/** The topics as a Markdown table, in the order of the source. */
export function topicTable(topics: Readonly<Record<string, TopicRule>>): string {
  const rows = Object.entries(topics).map(([name, { direction, qos, retain, maxBytes, about }]) => {
    const way = direction === 'up' ? 'device → server' : 'server → device';
    const largest = `${maxBytes.toLocaleString('en-US')} bytes`;
    return `| \`${name}\` | ${way} | ${qos} | ${retain ? 'yes' : 'no'} | ${largest} | ${about.replaceAll('|', '\\|')} |`;
  });
  return [
    '| topic | direction | QoS | retain flag | largest payload | what |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** Replaces the text between the two markers of a page. @throws Error when the page does not have each of them once, in order */
export function betweenMarkers(page: string, text: string): string {
  const [before, inside, ...more] = page.split(BEGIN);
  const [, after, ...rest] = (inside ?? '').split(END);
  if (before === undefined || after === undefined || more.length > 0 || rest.length > 0) {
    throw new Error(`${FILE} needs one line ${BEGIN} and after it one line ${END}`);
  }
  return `${before}${BEGIN}\n${text}\n${END}${after}`;
}

if (import.meta.main) {
  const page = readFileSync(join(ROOT, FILE), 'utf8');
  keepCommittedFile(FILE, betweenMarkers(page, topicTable(TOPICS)), 'node tools/mqtt-docs.ts --write');
}
