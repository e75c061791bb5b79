import { createHandler, createMemoryStore } from '@location-records/core';
import { changing, decoded, keeping, listingSeldom, naming, saying } from './faulty-handlers.ts';
import type { FaultyService } from './faulty-services.ts';

const rounded = (value: number) => Number(value.toFixed(6));

/** Faults that show in many cases: in lists, identifiers, messages and numbers. */
export const faultyValues: readonly FaultyService[] = [
  {
    fault: 'the list is stale',
    clauses: ['SPEC 4.7'],
    maxFailed: 5,
    create: listingSeldom,
  },
  {
    fault: 'identifiers are in lower case',
    clauses: ['SPEC 7', 'D1'],
    maxFailed: 9,
    create: naming((id) => id.toLowerCase()),
  },
  {
    fault: 'identifiers are decoded twice',
    clauses: ['SPEC 7', 'D1'],
    maxFailed: 3,
    create: naming((id) => decoded(id) || id),
  },
  {
    fault: 'identifiers are normalised',
    clauses: ['D1', 'SPEC 7'],
    maxFailed: 3,
    create: naming((id) => id.normalize('NFC')),
  },
  {
    fault: 'messages are in lower case',
    clauses: ['SPEC 7'],
    create: saying((message) => message.toLowerCase()),
  },
  {
    fault: 'messages end with a full stop',
    clauses: ['SPEC 7'],
    create: saying((message) => `${message}.`),
  },
  {
    fault: 'coordinates have six digits',
    clauses: ['SPEC 3'],
    create: keeping(({ coordinates: { latitude, longitude }, ...others }) => ({
      ...others,
      coordinates: { latitude: rounded(latitude), longitude: rounded(longitude) },
    })),
  },
  {
    fault: 'coordinates beyond the ranges of the earth are refused',
    clauses: ['D31'],
    create: () => createHandler({ store: createMemoryStore(), strictCoordinates: true }),
  },
  {
    fault: '404 for 405',
    clauses: ['D14'],
    create: changing(({ status, text }) => ({ status: status === 405 ? 404 : status, text })),
  },
  {
    fault: 'an unknown method is an unknown route',
    clauses: ['D14'],
    create: changing(({ status, text }) =>
      status === 405 ? { status: 404, text: '{"error_message":"Route not found"}' } : { status, text },
    ),
  },
  {
    fault: 'an unknown route is an unknown method',
    clauses: ['D4'],
    create: changing(({ status, text }) =>
      text.includes('Route not found')
        ? { status: 405, text: '{"error_message":"Method not allowed"}' }
        : { status, text },
    ),
  },
];
