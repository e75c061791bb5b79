import { eventLoopTurn } from './records/work.ts';

/**
 * Cancels a stream that compresses or unpacks. In Node.js 20, bytes that the latest read has asked for end the
 * process if they come after that, so they come before.
 */
export async function cancelled(reader: ReadableStreamDefaultReader<unknown>): Promise<void> {
  await eventLoopTurn();
  await reader.cancel();
}
