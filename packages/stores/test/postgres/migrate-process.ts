/** A process that makes a table, and opens a store on it. */
import { migratePostgres, openPostgresStore } from '@location-records/stores/postgres';

const [, , connection = '', schema = ''] = process.argv;
const options = { connection, schema, table: 't0', timeout: 50_000 };
await migratePostgres(options);
await (await openPostgresStore(options)).close();
