import type { Location, LocationStore } from '@location-records/core';
import { describe } from 'vitest';
import {
  failing,
  ignoringDelete,
  ignoringPost,
  ignoringPut,
  missingRecords,
  storing,
} from './faulty-handlers.ts';
import type { FaultyService } from './faulty-services.ts';
import { testFaults } from './judge-faults.ts';

/** Stores a changed Location, where another method does not ignore the write. */
const changingLocations =
  (change: (location: Location) => Location) =>
  (store: LocationStore): Partial<LocationStore> => ({
    put: (id, location) => store.put(id, change(location)),
  });
const withoutEmpty = changingLocations(({ description, coordinates }) =>
  description ? { description, coordinates } : { coordinates },
);
const withLineFeeds = changingLocations(({ description, ...others }) => ({
  ...(description !== undefined && { description: description.replaceAll('\r\n', '\n') }),
  ...others,
}));
function both(
  ...faults: readonly ((store: LocationStore) => Partial<LocationStore>)[]
): FaultyService['create'] {
  return storing((store) => Object.assign({}, ...faults.map((fault) => fault(store))));
}

const pairs: readonly FaultyService[] = [
  {
    fault: 'PUT and DELETE change nothing',
    clauses: ['SPEC 3', 'SPEC 3'],
    create: both(ignoringPut, ignoringDelete),
  },
  {
    fault: 'POST and DELETE of a present record change nothing',
    clauses: ['SPEC 3', 'SPEC 3'],
    create: both(ignoringPost, ignoringDelete),
  },
  {
    fault: 'DELETE changes nothing, and empty descriptions are lost',
    clauses: ['SPEC 3', 'SPEC 3'],
    create: both(ignoringDelete, withoutEmpty),
  },
  {
    fault: 'DELETE changes nothing, and POST changes the ends of lines',
    clauses: ['SPEC 3', 'SPEC 4.5.7'],
    create: both(ignoringDelete, withLineFeeds),
  },
  {
    fault: 'POST of a present record changes nothing, and DELETE of an absent one is 404',
    clauses: ['SPEC 3', 'SPEC 3'],
    create: () => missingRecords(both(ignoringPost)()),
  },
  {
    fault: 'invalid JSON and invalid identifiers are unexpected failures',
    clauses: ['SPEC 4.5.6', 'D3'],
    create: failing(' is not valid'),
  },
];

describe('a service with two faults', () => {
  testFaults(pairs);
});
