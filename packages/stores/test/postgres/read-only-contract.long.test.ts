import { registerStoreContract } from '@location-records/conformance';
import { openPostgresStore } from '@location-records/stores/postgres';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { it } from 'vitest';
import { readingCases, splitStore } from '../shared/split-store.ts';
import { postgresGuarantees } from './register-store-contract.ts';
import { makeReader, makeSchema, usePostgres } from './use-postgres.ts';

describeUnless(lacks({ server: 'PostgreSQL' }))(
  'a role of PostgreSQL with SELECT only keeps the cases of the store contract that read',
  () => {
    const server = usePostgres();
    registerStoreContract(readingCases, {
      it: (title, run) => it(title, run),
      guarantees: postgresGuarantees,
      async start() {
        const { url, schema, drop } = await makeSchema(server.url, { areas: true });
        const reader = await makeReader(url, schema);
        return {
          async open() {
            const more = { schema, timeout: 50_000 };
            const writer = await openPostgresStore({ url, ...more });
            return splitStore(writer, await openPostgresStore({ url: reader.url, ...more, readOnly: true }));
          },
          async close() {
            await reader.remove();
            await drop();
          },
        };
      },
    });
  },
);
