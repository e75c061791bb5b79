import type { LocationRecord } from '@location-records/core';
import { oddIds } from '@location-records/workspace/tests';
import fc from 'fast-check';
import { anyCoordinate, anyRecord } from './parsing.ts';

const oddText = fc.constantFrom(...oddIds, '"', '""', '\r', 'a\nb', '\ufeffid', '\ufffd', '-1', "'", 'sep=;');

/** A record with texts that programs often handle wrongly. */
const oddRecord = fc
  .tuple(oddText, oddText, anyCoordinate, anyCoordinate)
  .map(
    ([id, description, latitude, longitude]): LocationRecord => [
      id,
      { description, coordinates: { latitude, longitude } },
    ],
  );

/** Any records that a store may hold together. */
export const anyRecords: fc.Arbitrary<LocationRecord[]> = fc.uniqueArray(fc.oneof(anyRecord, oddRecord), {
  selector: ([id]) => id,
  maxLength: 20,
});
