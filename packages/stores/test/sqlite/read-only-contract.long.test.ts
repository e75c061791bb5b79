import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registerStoreContract } from '@location-records/conformance';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { describeUnless } from '@location-records/workspace/tests';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { readingCases, splitStore } from '../shared/split-store.ts';
import { cannotMount, mountReadOnly } from './mount-read-only.ts';

describeUnless(cannotMount)('a read-only mount of the folder of a store', () => {
  describe.each([false, true])(
    'keeps the cases of the store contract that read while another store writes, areas: %j',
    (areas) => {
      let [written, read, unmount] = ['', '', async () => {}];
      beforeAll(async () => {
        written = await mkdtemp(join(tmpdir(), 'location-records-'));
        const mounted = await mountReadOnly(written);
        [read, unmount] = [mounted.path, mounted.end];
      });
      afterAll(async () => {
        await unmount();
        await rm(written, { recursive: true });
      });
      let count = 0;
      const cases = readingCases.filter(({ offers }) => !areas || offers === 'within');
      registerStoreContract(cases, {
        it,
        guarantees: {
          durable: true,
          shared: true,
          listOrder: 'id-bytes',
          exchanges: true,
          areaOrder: areas ? 'stripe' : undefined,
        },
        async start() {
          const file = `${count++}.db`;
          await (await openSqliteStore({ path: join(written, file), areas })).close();
          return {
            async open() {
              // The reader opens before there is a writer.
              const reader = await openSqliteStore({ path: join(read, file), readOnly: true });
              return splitStore(await openSqliteStore({ path: join(written, file), areas }), reader);
            },
          };
        },
      });
    },
  );
});
