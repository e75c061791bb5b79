import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LocationRecord } from '@location-records/core';

/** Writes records into a file that the command reads. */
export async function writeRecords(path: string, records: readonly LocationRecord[]): Promise<void> {
  function* lines() {
    yield '[';
    for (const [index, record] of records.entries())
      yield `${index === 0 ? '' : ',\n'}${JSON.stringify(record)}`;
    yield ']';
  }
  await pipeline(Readable.from(lines()), createWriteStream(path));
}
