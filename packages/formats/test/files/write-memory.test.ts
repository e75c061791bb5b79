import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { LocationRecord } from '@location-records/core';
import { garbageCollector } from '@location-records/workspace/tests';
import { expect, it } from 'vitest';
import { readRecords, writeRecords } from '../../src/files/index.ts';
import type { FormatName } from '../../src/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

it.each<FormatName>(['geojson', 'geojsonseq', 'ndjson', 'csv', 'json', 'json-object', 'gpkg'])(
  'writing %s keeps no batch of records once it is written',
  async (format) => {
    const path = join(await temporaryFolder(), 'places');
    const collect = garbageCollector();
    const batches: WeakRef<readonly LocationRecord[]>[] = [];
    let kept = 0;
    const source = async function* () {
      for (let count = 0; count < 100; count++) {
        const batch: readonly LocationRecord[] = [
          [`${count}`, { coordinates: { latitude: 1, longitude: 2 } }],
        ];
        batches.push(new WeakRef(batch));
        yield batch;
      }
      await setImmediate();
      collect();
      kept = batches.filter((batch) => batch.deref() !== undefined).length;
    };
    await writeRecords(path, source(), { format });
    expect(await readRecords(path)).toHaveLength(100);
    // The last ones may still be on their way.
    expect(kept).toBeLessThan(10);
  },
);
