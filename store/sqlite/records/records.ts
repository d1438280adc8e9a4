import type { RecordStore } from '../../ports/records.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';
import { createCarryOver } from './carry-over.ts';
import { createFinder } from './finder.ts';
import { createLogFinder } from './log-finder.ts';
import { createNumbersQuery } from './numbers-query.ts';
import { createPartitions, type Partition } from './partitions.ts';
import { createPurge } from './purge.ts';
import { createRecordList, type Place } from './record-list.ts';
import { type ActivityRow, activityOf, type LogRow, logOf } from './rows.ts';
import { activityTerms, logTerms } from './terms.ts';
import { createTextReader, type TextReader } from './texts.ts';

export function createRecordStore(context: Context): Repository<RecordStore> {
  const { db, now } = context;
  const texts = createTextReader(db);
  const query = createNumbersQuery(db);
  const list = createRecordList({ partitions: createPartitions(db), finder: createFinder(query), now });

  /** The rows of a page, in its order. */
  const rowsAt =
    <Row extends { readonly number: number }, Resource>(
      read: (texts: TextReader, partition: Partition, row: Row) => Resource,
    ) =>
    (places: readonly Place[]): readonly Resource[] => {
      const byDay = new Map<Partition, Place[]>();
      for (const place of places) {
        const ofDay = byDay.get(place.partition);
        if (ofDay === undefined) byDay.set(place.partition, [place]);
        else ofDay.push(place);
      }
      return [...byDay].flatMap(([partition, ofDay]) => {
        const numbers = ofDay.map(({ number }) => number);
        const found = query.rows(
          `SELECT * FROM ${partition.name} WHERE number IN (SELECT value FROM json_each(?))`,
          [JSON.stringify(numbers)],
        ) as readonly Row[];
        const rows = new Map(found.map((row) => [row.number, row]));
        return numbers.flatMap((number) => {
          const row = rows.get(number);
          return row === undefined ? [] : [read(texts, partition, row)];
        });
      });
    };

  return {
    logs: reads((question) =>
      list.read('logs', question, {
        terms: logTerms(texts, question.organisationId, question.filter),
        rowsAt: rowsAt<LogRow, ReturnType<typeof logOf>>(logOf),
      }),
    ),
    activity: reads((question) =>
      list.read('activity', question, {
        terms: activityTerms(texts, question.organisationId, question.filter),
        rowsAt: rowsAt<ActivityRow, ReturnType<typeof activityOf>>(activityOf),
      }),
    ),
    findLog: reads(createLogFinder(context, query)),
    ...createPurge(context),
    carryOver: writes(createCarryOver(db)),
  };
}
