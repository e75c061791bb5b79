/** A process with a store of its own, which does what its parent asks. See store-process.ts. */
import { historyStore } from './history-stores.ts';
import type { Call, Reply } from './store-process.ts';

const [, , name = '', address = ''] = process.argv;
const store = await historyStore(name).open(address);
process.on('message', (call: Call) => void perform(call));
// Also when the parent has ended without a word.
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
