import type { Location, LocationRecord } from '@location-records/core';
import { type HandlerMutant, withStore } from './handler-mutant.ts';

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

/** Services whose list differs from what GET of each record shows. */
export const listMutants: readonly HandlerMutant[] = [
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
];
