import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { runWriter } from './writer.ts';
import type { WriterData } from './writer-protocol.ts';

// The entry of the writer thread, which open-sqlite-store.ts starts.
void runWriter(workerData as WriterData, parentPort as MessagePort);
