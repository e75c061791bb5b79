// Opens a store, and makes the calls on it that the parent process sends: `store-program.ts <name> <address> [remote]`. With
// `remote` the parent process writes. Started by store-process.ts.
import { engineStore } from '../shared/engine-stores.ts';
import type { Call, Reply } from './store-process.ts';

const [, , name = '', address = '', kind] = process.argv;
const { open, openRemote = open } = engineStore(name);
const store = await (kind === 'remote' ? openRemote : open)(address);
process.on('message', (message: Call | object) => {
  if ('method' in message) void perform(message);
});
// Also when the parent was killed.
process.once('disconnect', () => void store.close());
reply({ number: 0 });

async function perform({ number, method, values }: Call): Promise<void> {
  try {
    reply({ number, result: await Reflect.apply(store[method], store, values) });
  } catch (error) {
    reply({ number, failure: String(error) });
  }
  if (method === 'close') process.disconnect();
}

function reply(message: Reply): void {
  process.send?.(message);
}
