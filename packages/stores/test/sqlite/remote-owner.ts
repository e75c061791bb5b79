// Writes for the process that has forked this one until that sends a message of its own, and then ends by itself.
import { openSqliteStore } from '@location-records/stores/sqlite';

const [, , path = ''] = process.argv;
const store = await openSqliteStore({ path });
store.writeFor(process);
process.on('message', async function close(message) {
  if (message !== 'close') return;
  process.off('message', close);
  await store.close();
});
process.send?.('ready');
