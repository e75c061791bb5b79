import type { Location, LocationRecord } from '@location-records/core';
import { changingResponseTexts, type HandlerMutant, withStore } from './handler-mutant.ts';

/** A service whose list has the records that `change` makes of each batch. GET of a record is right. */
function changingLists(
  change: (batch: readonly LocationRecord[], start: number) => readonly LocationRecord[],
): HandlerMutant['create'] {
  return withStore((store) => ({
    async *list() {
      let start = 0;
      for await (const batch of store.list()) {
        yield change(batch, start);
        start += batch.length;
      }
    },
  }));
}

/** A service whose list has the Locations that `change` makes of them. */
function changingListed(change: (location: Location) => Location): HandlerMutant['create'] {
  return changingLists((batch) => batch.map(([id, location]) => [id, change(location)]));
}

/** A service that changes the descriptions in its list. */
function changingListedDescriptions(change: (description: string) => string): HandlerMutant['create'] {
  return changingListed(({ description, coordinates }) =>
    description === undefined ? { coordinates } : { description: change(description), coordinates },
  );
}

function withoutTiny(degrees: number): number {
  return Math.abs(degrees) < 1e-20 ? 0 : degrees;
}

/** Services whose list has another form than SPEC says, or differs from what GET of each record shows. */
export const listMutants: readonly HandlerMutant[] = [
  {
    id: 'list-of-objects',
    breaks: 'lists objects instead of pairs',
    killedBy: 'list-one',
    create: changingResponseTexts((text) =>
      text.startsWith('[')
        ? JSON.stringify(JSON.parse(text).map(([id, location]: [string, object]) => ({ id, ...location })))
        : text,
    ),
  },
  {
    id: 'list-as-a-map',
    breaks: 'lists the Locations in an object, by identifier',
    killedBy: 'list-empty',
    create: changingResponseTexts((text) =>
      text.startsWith('[') ? JSON.stringify(Object.fromEntries(JSON.parse(text))) : text,
    ),
  },
  {
    id: 'list-of-triples',
    breaks: 'adds the position of a record after its Location in the list',
    killedBy: 'list-pairs',
    create: changingResponseTexts((text) => {
      if (!text.startsWith('[')) return text;
      return JSON.stringify(JSON.parse(text).map((pair: unknown[], index: number) => [...pair, index]));
    }),
  },
  {
    id: 'list-not-closed',
    breaks: 'leaves out the bracket at the end of the list',
    killedBy: 'list-empty',
    create: changingResponseTexts((text) => (text.startsWith('[') ? text.slice(0, -1) : text)),
  },
  {
    id: 'list-of-one-page',
    breaks: 'lists only the first hundred records',
    killedBy: 'list-long',
    create: withStore((store) => ({
      async *list() {
        for await (const batch of store.list()) {
          yield batch.slice(0, 100);
          return;
        }
      },
    })),
  },
  {
    id: 'list-hides-empty-descriptions',
    breaks: 'leaves records with an empty description out of the list',
    killedBy: 'state-post-changes-description',
    create: changingLists((batch) => batch.filter(([, { description }]) => description !== '')),
  },
  {
    id: 'list-encodes-markup',
    breaks: 'lists < in a description as &lt;',
    killedBy: 'description-markup',
    create: changingListedDescriptions((text) => text.replaceAll('<', '&lt;')),
  },
  {
    id: 'list-cuts-texts',
    breaks: 'lists only the first 700 characters of a description',
    killedBy: 'list-while-deleting',
    create: changingListedDescriptions((text) => text.slice(0, 700)),
  },
  {
    id: 'list-mixes-texts',
    breaks: 'lists half of the description of another version of the record',
    killedBy: 'list-while-writing',
    create: changingListedDescriptions((text) =>
      text.length < 1000 ? text : `${text.slice(0, 1000)}${'y'.repeat(text.length - 1000)}`,
    ),
  },
  {
    id: 'list-of-no-tiny-numbers',
    breaks: 'lists the smallest numbers as zero',
    killedBy: 'number-listed',
    create: changingListed(({ coordinates: { latitude, longitude }, ...rest }) => ({
      ...rest,
      coordinates: { latitude: withoutTiny(latitude), longitude: withoutTiny(longitude) },
    })),
  },
  {
    id: 'list-of-a-thousand',
    breaks: 'lists only the first thousand records',
    killedBy: 'list-many',
    create: changingLists((batch, start) => batch.slice(0, Math.max(0, 1000 - start))),
  },
  {
    id: 'list-pairs-by-position',
    breaks: 'sorts the identifiers of its list, and leaves the Locations where they were',
    killedBy: 'list-exactly-all',
    create: changingLists((batch) => {
      const ids = batch.map(([id]) => id).sort();
      return batch.map(([, location], index) => [ids[index] as string, location]);
    }),
  },
];
