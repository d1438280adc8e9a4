import { encode, type Packet } from 'dns-packet';
import { damaged, type FuzzRandom } from './fuzz-run.ts';

/** A and AAAA mostly; aliases, meta-queries, unknown ones. */
const TYPES = [
  1, 1, 1, 1, 1, 1, 28, 28, 28, 5, 2, 6, 12, 15, 16, 33, 41, 43, 64, 65, 249, 252, 255, 0, 65_535,
];
const ODD_LABELS = ['', 'a.b', '\0', '\u00fc', 'x'.repeat(63), 'www', '*', '_', 'WWW', '\\', ' '];

/** A name in wire form, letters in any case; sometimes with all in one label, an odd label before it, a dot or a pointer at its end. */
function wireName(name: string, random: FuzzRandom): Buffer {
  const spelt = [...name].map((letter) => (random.oneIn(3) ? letter.toUpperCase() : letter)).join('');
  const labels = random.oneIn(12) ? [spelt] : spelt.split('.');
  if (random.oneIn(8)) labels.unshift(random.pick(ODD_LABELS));
  if (random.oneIn(20)) labels.push('');
  const parts = labels.flatMap((label) => [Buffer.of(label.length), Buffer.from(label, 'latin1')]);
  return Buffer.concat([...parts, random.oneIn(12) ? Buffer.of(0xc0, random.below(40)) : Buffer.of(0)]);
}

function optRecord(random: FuzzRandom): Buffer {
  const options = Buffer.from(Array.from({ length: random.below(24) }, () => random.below(256)));
  const record = Buffer.alloc(11);
  record.writeUInt16BE(41, 1);
  record.writeUInt16BE(random.below(65_536), 3);
  record[6] = random.oneIn(10) ? 1 : 0;
  record[7] = random.oneIn(5) ? 0x80 : 0;
  record.writeUInt16BE(random.oneIn(10) ? random.below(65_536) : options.length, 9);
  return Buffer.concat([record, options]);
}

/** A query for a name: header, question, perhaps an OPT record; half of them damaged. */
export function mutatedQuery(name: string, random: FuzzRandom): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt16BE(random.below(65_536), 0);
  header[2] = random.oneIn(10) ? random.below(256) : 1;
  header[3] = random.oneIn(10) ? random.below(256) : 0;
  header.writeUInt16BE(random.oneIn(20) ? random.below(4) : 1, 4);
  const opt = random.oneIn(2) ? optRecord(random) : Buffer.alloc(0);
  header.writeUInt16BE(opt.length > 0 ? 1 : 0, 10);
  const tail = Buffer.alloc(4);
  tail.writeUInt16BE(random.pick(TYPES), 0);
  tail.writeUInt16BE(random.oneIn(20) ? 255 : 1, 2);
  const packet = Buffer.concat([header, wireName(name, random), tail, opt]);
  return random.oneIn(2) ? damaged(packet, random) : packet;
}

/** An upstream's answer: sound, or an alias of a name, perhaps with a private address; half of them damaged, but with the right id. */
export function mutatedAnswer(query: Packet, aliases: readonly string[], random: FuzzRandom): Buffer {
  const name = query.questions?.[0]?.name ?? 'open.example';
  const alias = random.pick(aliases);
  const data = random.pick(['203.0.113.9', '203.0.113.9', '127.0.0.1', '10.0.0.1']);
  const sound = encode({
    id: query.id ?? 0,
    type: 'response',
    flags: random.oneIn(20) ? 0x0380 : 0x0180,
    questions: query.questions ?? [],
    answers: random.oneIn(2)
      ? [{ type: 'A', name, ttl: 0, data }]
      : [
          { type: 'CNAME', name, ttl: 0, data: alias },
          { type: 'A', name: alias, ttl: 0, data },
        ],
  });
  if (random.oneIn(2)) return sound;
  const bad = damaged(sound, random);
  if (bad.length >= 2) bad.writeUInt16BE(query.id ?? 0, 0);
  return bad;
}
