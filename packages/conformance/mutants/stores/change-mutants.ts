import type { Location } from '@location-records/core';
import { ReferenceStore } from './reference-store.ts';
import type { StoreMutant } from './store-mutant.ts';

type Write = 'put' | 'replace';

/** The members of a Location in one object. */
type Members = Location['coordinates'] & Pick<Location, 'description'>;

function membersOf({ description, coordinates }: Location): Members {
  return { description, ...coordinates };
}

/**
 * A store that resolves some calls of one method, but writes nothing. `number` counts the calls for one
 * record since its last delete.
 */
function dropping(
  method: Write,
  isDropped: (number: number, before: Location | undefined, after: Location) => boolean,
): StoreMutant['open'] {
  class Dropping extends ReferenceStore {
    readonly #calls = new Map<string, number>();
    override async put(id: string, location: Location): Promise<void> {
      if (method === 'replace' || !this.#drops(id, location)) await super.put(id, location);
    }
    override async replace(id: string, location: Location): Promise<boolean> {
      return (method === 'replace' && this.#drops(id, location)) || super.replace(id, location);
    }
    override async delete(id: string): Promise<void> {
      this.#calls.delete(id);
      await super.delete(id);
    }
    #drops(id: string, location: Location): boolean {
      this.requireOpen();
      this.requireIdentifier(id);
      this.requireLocation(location);
      const number = (this.#calls.get(id) ?? 0) + 1;
      this.#calls.set(id, number);
      return isDropped(number, this.records.get(id), location);
    }
  }
  return (records) => new Dropping(records);
}

/** A store that drops a Location that has another value for one member, and is otherwise the stored one. */
function droppingChangesOf(method: Write, member: keyof Members): StoreMutant['open'] {
  return dropping(method, (_, before, after) => {
    if (before === undefined) return false;
    const [old, changed] = [membersOf(before), membersOf(after)];
    if (typeof old[member] !== typeof changed[member]) return false;
    return JSON.stringify({ ...old, [member]: 0 }) === JSON.stringify({ ...changed, [member]: 0 });
  });
}

/** Whether only the coordinates differ, both of them. */
function movesBoth(_: number, before: Location | undefined, after: Location): boolean {
  if (before?.description !== after.description || before === undefined) return false;
  const [old, changed] = [before.coordinates, after.coordinates];
  return old.latitude !== changed.latitude && old.longitude !== changed.longitude;
}

/** Whether the two are the same apart from white space around the description. */
function changesSpace(_: number, before: Location | undefined, after: Location): boolean {
  const trimmed = [before, after].map(
    (location) => location && JSON.stringify({ ...location, description: location.description?.trim() }),
  );
  return before?.description !== after.description && trimmed[0] === trimmed[1];
}

const members = ['latitude', 'longitude', 'description'] as const;

class DeletesNamespace extends ReferenceStore {
  override async delete(id: string): Promise<void> {
    this.requireOpen();
    this.requireIdentifier(id);
    const inside = [...this.records.keys()].filter((key) => key.startsWith(`${id}:`));
    await Promise.all([id, ...inside].map((key) => super.delete(key)));
  }
}

class DeletesTheNext extends ReferenceStore {
  override async delete(id: string): Promise<void> {
    this.requireOpen();
    this.requireIdentifier(id);
    // As a cursor that seeks the identifier and does not compare what it finds.
    const next = [...this.records.keys()].sort().find((key) => key >= id);
    if (next !== undefined) await super.delete(next);
  }
}

class DeletesEqualRecords extends ReferenceStore {
  override async delete(id: string): Promise<void> {
    const deleted = JSON.stringify(this.records.get(id));
    await super.delete(id);
    for (const [other, location] of this.records) {
      if (JSON.stringify(location) === deleted) await super.delete(other);
    }
  }
}

class RemembersTheLastPut extends ReferenceStore {
  readonly #last = new Map<string, string>();
  override async put(id: string, location: Location): Promise<void> {
    const text = JSON.stringify(location);
    if (this.#last.get(id) !== text) await super.put(id, location);
    this.#last.set(id, text);
  }
  override async replace(id: string, location: Location): Promise<boolean> {
    this.#last.delete(id);
    return super.replace(id, location);
  }
}

class DropsThePutAfterAnEmptyDelete extends ReferenceStore {
  readonly #marked = new Set<string>();
  override async delete(id: string): Promise<void> {
    if (!this.records.has(id)) this.#marked.add(id);
    await super.delete(id);
  }
  override async put(id: string, location: Location): Promise<void> {
    if (!this.#marked.delete(id)) await super.put(id, location);
  }
}

/** Stores that lose small or late changes, or delete too much. */
export const changeMutants: readonly StoreMutant[] = [
  ...(['put', 'replace'] as const).flatMap((method) => [
    ...members.map((member) => ({
      id: `${method}-drops-${member}`,
      breaks: `drops a ${method} that changes only the ${member}`,
      killedBy: `${method}-changes-${member}`,
      open: droppingChangesOf(method, member),
    })),
    {
      id: `${method}-drops-both-coordinates`,
      breaks: `drops a ${method} that changes both coordinates and not the description`,
      killedBy: `${method}-changes-members-together`,
      open: dropping(method, movesBoth),
    },
    {
      id: `${method}-drops-space`,
      breaks: `drops a ${method} that changes only white space around the description`,
      killedBy: `${method}-changes-description-slightly`,
      open: dropping(method, changesSpace),
    },
    {
      id: `${method}-drops-the-tenth`,
      breaks: `drops the tenth ${method} of a record in a row`,
      killedBy: `${method}-many-times`,
      open: dropping(method, (number) => number === 10),
    },
  ]),
  {
    id: 'delete-of-a-namespace',
    breaks: 'deletes every record whose identifier is the given one with a colon and more',
    killedBy: 'delete-leaves-longer-ids',
    open: (records) => new DeletesNamespace(records),
  },
  {
    id: 'delete-of-the-next',
    breaks: 'deletes the next record when the given one is absent',
    killedBy: 'delete-absent-is-no-failure',
    open: (records) => new DeletesTheNext(records),
  },
  {
    id: 'delete-of-equal-records',
    breaks: 'deletes every record with the same Location',
    killedBy: 'delete-removes-its-own',
    open: (records) => new DeletesEqualRecords(records),
  },
  {
    id: 'remembers-the-last-put',
    breaks: 'drops a put of the Location that it has put last, also when the record was deleted since',
    killedBy: 'put-after-delete-of-the-same',
    open: (records) => new RemembersTheLastPut(records),
  },
  {
    id: 'delete-of-an-absent-one-marks',
    breaks: 'marks an absent record as deleted, which drops the next put',
    killedBy: 'writes-in-any-order',
    open: (records) => new DropsThePutAfterAnEmptyDelete(records),
  },
];
