import type { OuId } from '../../../contracts/ids.ts';
import { Fault } from '../../../kit/fault.ts';
import { textKey } from '../../../kit/text-key.ts';
import type { OuRecord, OuStore } from '../../ports/organisations.ts';
import { childPath, isWithinOu, ouNameFlaw, ouPathExcess, ouPathNames } from '../../rules/ou-path.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';
import { createOuContents, type OuContents } from './ou-contents.ts';
import { createOuRows, type OuRows } from './ou-rows.ts';

export function createOuStore(context: Pick<Context, 'db' | 'ids' | 'wake'>): Repository<OuStore> {
  const rows = createOuRows(context);
  const contents = createOuContents(context);
  const renewSettings = context.db.prepare<[organisationId: number]>(
    'UPDATE organisations SET settings_version = settings_version + 1 WHERE id = ?',
  );

  const make = (parent: OuRecord, name: string, now: number): OuRecord => {
    const ou: OuRecord = {
      id: context.ids.next('ou'),
      organisationId: parent.organisationId,
      name,
      parentId: parent.id,
      path: childPath(parent.path, name),
      createdAt: now,
      updatedAt: now,
    };
    rows.insert(ou);
    return ou;
  };

  return {
    get: reads(rows.get),
    byPath: reads(rows.byPath),
    ensurePath: writes((organisationId, path, now) => {
      const known = rows.byPath(organisationId, path);
      if (known !== null) return known;
      const names = ouPathNames(path);
      const root = rows.byPath(organisationId, '/');
      if (root === null) throw new Fault('not_found', 'There is no such organisation.');
      return names.reduce<OuRecord>((parent, name) => {
        const there = rows.byPath(organisationId, childPath(parent.path, name));
        if (there !== null) return there;
        checkFree(rows, parent, name);
        return make(parent, name, now);
      }, root);
    }),
    list: reads(rows.list),
    counts: reads(contents.counts),
    create: writes((organisationId, { parentId, name }, now) => {
      const parent = parentOf(rows, organisationId, parentId);
      checkFree(rows, parent, name);
      checkSize(childPath(parent.path, name));
      return make(parent, name, now);
    }),
    update: writes((organisationId, id, changes, now) => {
      const known = rows.get(organisationId, id);
      if (known === null) return null;
      const name = changes.name ?? known.name;
      const parentId = changes.parentId ?? known.parentId;
      if (name === known.name && parentId === known.parentId) return known;
      if (parentId === null || known.parentId === null) throw theRoot('renamed or moved');
      const parent = parentOf(rows, organisationId, parentId);
      if (isWithinOu(parent.path, known.path))
        throw new Fault('unprocessable', 'A unit cannot be moved into itself or into one below it.');
      checkFree(rows, parent, name, known.id);
      relocate({ rows, contents }, known, { parent, name, now });
      // On the devices, targets of policies and overrides and the places of people are paths.
      renewSettings.run(organisationId);
      context.wake({ kind: 'all_devices' });
      return rows.get(organisationId, id);
    }),
    delete: writes((organisationId, id, now) => {
      const known = rows.get(organisationId, id);
      if (known === null) return false;
      const { parentId } = known;
      if (parentId === null) throw theRoot('deleted');
      contents.clear({ ...known, parentId }, now);
      rows.remove(known.id);
      return true;
    }),
  };
}

/** Gives a unit its new place, and the new path to all units below it and to the keys limited to them. */
function relocate(
  { rows, contents }: { readonly rows: OuRows; readonly contents: OuContents },
  known: OuRecord,
  { parent, name, now }: { readonly parent: OuRecord; readonly name: string; readonly now: number },
): void {
  const path = childPath(parent.path, name);
  const below = rows
    .below(known.organisationId, known.path)
    .map((unit) => ({ ...unit, path: path + unit.path.slice(known.path.length) }));
  const all = [{ ...known, name, parentId: parent.id, path }, ...below];
  for (const unit of all) checkSize(unit.path);
  for (const unit of all) rows.place(unit, now);
  contents.followKeys(known.organisationId, known.path, path);
}

function parentOf(rows: OuRows, organisationId: number, id: OuId): OuRecord {
  const parent = rows.get(organisationId, id);
  if (parent === null) throw new Fault('unprocessable', 'There is no such organisational unit.');
  return parent;
}

/**
 * Refuses an invalid name, and the name of a sibling, also in another case: people would confuse the two, and policies would not.
 * @param own id of the unit that gets the name
 */
function checkFree(rows: OuRows, parent: OuRecord, name: string, own?: OuId): void {
  const flaw = ouNameFlaw(name);
  if (flaw !== null) throw new Fault('validation_failed', `The name of the unit ${flaw}.`);
  const key = textKey(name);
  const sibling = rows.children(parent).find((unit) => unit.id !== own && textKey(unit.name) === key);
  if (sibling === undefined) return;
  const detail = `There is a unit of this name in the same place: ${sibling.path}. Case makes no other name.`;
  throw new Fault('already_exists', detail, { extras: { existingId: sibling.id } });
}

function checkSize(path: string): void {
  const excess = ouPathExcess(path);
  if (excess !== null) throw new Fault('unprocessable', excess);
}

function theRoot(what: string): Fault {
  return new Fault('unprocessable', `The root cannot be ${what}.`);
}
