import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Inspection, InspectOptions, ParsedEntry } from '@location-records/formats';
import { type FileParseOptions, inspectFile, parseFile } from '@location-records/formats/files';

/** What the thread reads, and how: as it is understood, or with `--strict`. */
export type Reading =
  | { readonly path: string; readonly inspect: InspectOptions }
  | { readonly path: string; readonly parse: FileParseOptions };

/** What the thread is started with. `stop` is set to 1 to end it while it reads. */
export type ThreadData = Reading & { readonly stop: Int32Array };

/** A message to the thread: to read from the beginning, to send the next entries, or to end. */
export type Order = 'begin' | 'next' | 'end';

/** An error as a message: one that is cloned would lose its name and its code. */
export interface PostedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: unknown;
}

/** A message from the thread. Each but `bytes`, the progress of an inspection, is a reply. */
export type Reply =
  | { readonly bytes: number }
  | { readonly inspection: Omit<Inspection, 'records'> }
  /** As JSON, which takes a third of the time of a structured clone. `undefined` after the last ones. */
  | { readonly entries: string | undefined }
  | { readonly error: PostedError };

type Entries = AsyncIterator<readonly ParsedEntry[], undefined>;

// The entry of the thread that reads a file, which read-in-thread.ts starts.
void run(workerData as ThreadData, parentPort as MessagePort);

async function run({ stop, ...reading }: ThreadData, port: MessagePort): Promise<void> {
  const endIfAsked = () => {
    if (Atomics.load(stop, 0) === 1) process.exit();
  };
  const reply = (message: Reply) => port.postMessage(message);
  let read: () => Entries;
  if ('parse' in reading) read = () => parseFile(reading.path, reading.parse);
  else {
    try {
      // Without a turn of the event loop between the batches of a database, no message could come.
      const onProgress = (bytes: number) => {
        endIfAsked();
        reply({ bytes });
      };
      const { records, ...inspection } = await inspectFile(reading.path, { ...reading.inspect, onProgress });
      read = records;
      reply({ inspection });
    } catch (error) {
      return reply({ error: toPosted(error) });
    }
  }
  let entries: Entries | undefined;
  let last: Promise<void> = Promise.resolve();
  const carryOut = async (order: Order) => {
    endIfAsked();
    try {
      if (order === 'begin') {
        await entries?.return?.();
        entries = read();
      } else {
        const next = await entries?.next();
        reply({ entries: next?.value && JSON.stringify(next.value) });
      }
    } catch (error) {
      reply({ error: toPosted(error) });
    }
  };
  port.on('message', (order: Order) => {
    last = last.then(() => carryOut(order));
  });
}

function toPosted(error: unknown): PostedError {
  const { name, message, stack, code } = error as Error & { readonly code?: unknown };
  return { name, message, stack, code };
}
