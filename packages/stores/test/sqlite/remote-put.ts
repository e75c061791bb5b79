// Writes one record through the process that has forked this one, and ends by itself.
import { openSqliteStore } from '@location-records/stores/sqlite';

const [, , path = '', id = ''] = process.argv;
const store = await openSqliteStore({ path, writer: process });
await store.put(id, { description: 'place 1', coordinates: { latitude: 1, longitude: -1 } });
await store.close();
