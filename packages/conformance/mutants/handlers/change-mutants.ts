import type { Location } from '@location-records/core';
import { type HandlerMutant, withStore } from './handler-mutant.ts';

type Method = 'POST' | 'PUT';

/** Whether a Location is dropped, by the number of the request for its record with this method. */
type IsDropped = (number: number, before: Location, after: Location) => boolean;

/** A service that responds to some requests with a method for a present record, but replaces nothing. */
function dropping(method: Method, isDropped: IsDropped): HandlerMutant['create'] {
  const counts = new Map<string, number>();
  return withStore((store) => {
    async function drops(writer: Method, id: string, after: Location): Promise<boolean> {
      const before = await store.get(id);
      if (writer !== method || before === undefined) return false;
      const number = (counts.get(id) ?? 0) + 1;
      counts.set(id, number);
      return isDropped(number, before, after);
    }
    return {
      put: async (id, location) => {
        if (!(await drops('POST', id, location))) await store.put(id, location);
      },
      replace: async (id, location) => (await drops('PUT', id, location)) || store.replace(id, location),
      delete: async (id) => {
        counts.delete(id);
        await store.delete(id);
      },
    };
  });
}

/** Resolves when the requests that have begun are as far as they can get. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Changes of one member that a service drops. */
const dropped: readonly (readonly [member: string, change: string, isDropped: IsDropped])[] = [
  [
    'latitude',
    'changes only the latitude',
    (_, { description, coordinates }, after) =>
      description === after.description && coordinates.longitude === after.coordinates.longitude,
  ],
  [
    'longitude',
    'changes only the longitude',
    (_, { description, coordinates }, after) =>
      description === after.description && coordinates.latitude === after.coordinates.latitude,
  ],
  [
    'description',
    'only adds or removes the description',
    (_, { description, coordinates: { latitude, longitude } }, after) =>
      typeof description !== typeof after.description &&
      latitude === after.coordinates.latitude &&
      longitude === after.coordinates.longitude,
  ],
];

/** Services that lose small or late changes, or remove too much. */
export const changeMutants: readonly HandlerMutant[] = [
  ...(['POST', 'PUT'] as const).flatMap((method) => {
    const name = method.toLowerCase();
    return [
      ...dropped.map(([member, change, isDropped]) => ({
        id: `${name}-drops-${member}`,
        breaks: `drops a ${method} that ${change}`,
        killedBy: `state-${name}-changes-${member}`,
        create: dropping(method, isDropped),
      })),
      {
        id: `${name}-drops-the-tenth`,
        breaks: `drops the tenth ${method} for a record`,
        killedBy: `state-${name}-many`,
        create: dropping(method, (number) => number === 10),
      },
    ];
  }),
  {
    id: 'post-removes-first',
    breaks: 'removes a record before POST stores the new one',
    killedBy: 'state-never-absent-post',
    create: withStore((store) => ({
      put: async (id, location) => {
        await store.delete(id);
        await settled();
        await store.put(id, location);
      },
    })),
  },
  {
    id: 'put-removes-first',
    breaks: 'removes a record before PUT stores the new one',
    killedBy: 'state-never-absent-put',
    create: withStore((store) => ({
      replace: async (id, location) => {
        if ((await store.get(id)) === undefined) return false;
        await store.delete(id);
        await settled();
        await store.put(id, location);
        return true;
      },
    })),
  },
  {
    id: 'post-keeps-description-in-place',
    breaks: 'keeps the description that POST leaves out when the latitude is the same',
    killedBy: 'state-post-changes-description',
    create: withStore((store) => ({
      put: async (id, location) => {
        const before = await store.get(id);
        const isSame = before?.coordinates.latitude === location.coordinates.latitude;
        await store.put(id, isSame ? { ...before, ...location } : location);
      },
    })),
  },
  {
    id: 'delete-drops-the-tenth',
    breaks: 'drops the tenth DELETE for a record',
    killedBy: 'state-lives',
    create: withStore((store) => {
      const counts = new Map<string, number>();
      return {
        delete: async (id) => {
          counts.set(id, (counts.get(id) ?? 0) + 1);
          if (counts.get(id) !== 10) await store.delete(id);
        },
      };
    }),
  },
  {
    id: 'delete-removes-a-namespace',
    breaks: 'removes every record whose identifier is that of DELETE with a vertical bar and more',
    killedBy: 'state-delete-continued',
    create: withStore((store) => ({
      delete: async (id) => {
        for await (const batch of store.list()) {
          const inside = batch.filter(([key]) => key.startsWith(`${id}|`));
          await Promise.all(inside.map(([key]) => store.delete(key)));
        }
        await store.delete(id);
      },
    })),
  },
  {
    id: 'delete-removes-numbered',
    breaks: 'removes, with a record, all whose identifiers are its own with a number behind it',
    killedBy: 'state-delete-continued',
    create: withStore((store) => ({
      delete: async (id) => {
        for await (const batch of store.list()) {
          const numbered = batch.filter(([key]) => key.startsWith(id) && /^\d+$/.test(key.slice(id.length)));
          await Promise.all(numbered.map(([key]) => store.delete(key)));
        }
        await store.delete(id);
      },
    })),
  },
  {
    id: 'delete-removes-endings',
    breaks: 'removes, with a record, all whose identifiers end with a colon and its identifier',
    killedBy: 'state-delete-leaves-others',
    create: withStore((store) => ({
      delete: async (id) => {
        for await (const batch of store.list()) {
          const ending = batch.filter(([key]) => key.endsWith(`:${id}`));
          await Promise.all(ending.map(([key]) => store.delete(key)));
        }
        await store.delete(id);
      },
    })),
  },
  {
    id: 'delete-knows-patterns',
    breaks: 'treats % at the end of the identifier of DELETE as a wildcard',
    killedBy: 'state-delete-pattern',
    create: withStore((store) => ({
      delete: async (id) => {
        for await (const batch of store.list()) {
          const matching = batch.filter(([key]) => id.endsWith('%') && key.startsWith(id.slice(0, -1)));
          await Promise.all(matching.map(([key]) => store.delete(key)));
        }
        await store.delete(id);
      },
    })),
  },
];
