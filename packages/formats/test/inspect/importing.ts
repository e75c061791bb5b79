import type { LocationRecord } from '@location-records/core';
import {
  type InspectInput,
  type Inspection,
  type InspectOptions,
  inspect,
  type ParsedEntry,
} from '../../src/index.ts';

/** Inspects a file, and reads its entries. */
export async function importAll(
  input: InspectInput,
  options?: InspectOptions,
): Promise<{ inspection: Inspection; entries: readonly ParsedEntry[]; records: readonly LocationRecord[] }> {
  const inspection = await inspect(input, options);
  const entries: ParsedEntry[] = [];
  for await (const batch of inspection.records()) entries.push(...batch);
  const records = entries.flatMap((entry) => ('record' in entry ? [entry.record] : []));
  return { inspection, entries, records };
}

/** The identifiers of the records of a file. */
export async function idsIn(input: InspectInput, options?: InspectOptions): Promise<readonly string[]> {
  const { records } = await importAll(input, options);
  return records.map(([id]) => id);
}

/** The coordinates of the records of a file: `[latitude, longitude]`. */
export async function pointsIn(input: InspectInput, options?: InspectOptions): Promise<readonly number[][]> {
  const { records } = await importAll(input, options);
  return records.map(([, { coordinates }]) => [coordinates.latitude, coordinates.longitude]);
}

/** The descriptions of the records of a file. */
export async function descriptionsIn(
  input: InspectInput,
  options?: InspectOptions,
): Promise<readonly (string | undefined)[]> {
  const { records } = await importAll(input, options);
  return records.map(([, { description }]) => description);
}
