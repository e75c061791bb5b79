/** A process that makes a table, and opens a store on it. */
import { migratePostgres, openPostgresStore } from '@location-records/stores/postgres';

const [, , url = '', schema = ''] = process.argv;
const options = { url, schema, table: 't0', timeout: 50_000 };
await migratePostgres(options);
await (await openPostgresStore(options)).close();
