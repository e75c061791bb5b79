import type { ServerHttp2Stream } from 'node:http2';
// Not the global one: a timer of jsdom is a number, and a test may fake it.
import { setTimeout } from 'node:timers';
import { checkTimeout, maxQuietChecks } from './connections.ts';
import { type ConnectionEnds, readSendQueues } from './send-queues.ts';

/** What the last check of a stream found. */
interface Seen {
  readonly connection: ConnectionEnds;
  sample?: string;
  quiet: number;
}

/**
 * Returns a function that watches a stream, and resets it when nothing has moved on it for `idleTimeout` milliseconds.
 * node:http2 sees a response move only in whole chunks. While a response waits to be sent, the kernel is asked as well:
 * four times in that time, for all such streams at once. Other streams cost only their timer.
 *
 * @throws {OptionError} when `idleTimeout` cannot work.
 */
export function resetIdleStreams(
  idleTimeout: number,
  sendQueues: typeof readSendQueues = readSendQueues,
): (stream: ServerHttp2Stream) => void {
  checkTimeout('idleTimeout', idleTimeout, 1);
  const waiting = new Map<ServerHttp2Stream, Seen>();
  const checkLater = () => void setTimeout(() => void check(), idleTimeout / maxQuietChecks).unref();
  const check = async () => {
    const streams = [...waiting];
    // This starts the timer of the session anew, too: a stream that is being checked keeps its session.
    for (const [stream] of streams) stream.setTimeout(idleTimeout);
    const queues = await sendQueues(streams.map(([, { connection }]) => connection));
    for (const [stream, seen] of streams) {
      const sample = `${queues.get(seen.connection)} ${stream.session?.socket.bytesWritten}`;
      seen.quiet = sample === seen.sample ? seen.quiet + 1 : 0;
      seen.sample = sample;
      if (seen.quiet === maxQuietChecks) reset(stream);
      if (stream.destroyed || stream.bufferSize === 0) waiting.delete(stream);
    }
    if (waiting.size > 0) checkLater();
  };
  const reset = (stream: ServerHttp2Stream) =>
    stream.destroy(new Error(`Nothing has moved on the stream for ${idleTimeout} ms.`));
  return (stream) => {
    stream.on('timeout', () => {
      if (stream.bufferSize === 0 || !stream.session) return reset(stream);
      stream.setTimeout(idleTimeout);
      if (waiting.has(stream)) return;
      if (waiting.size === 0) checkLater();
      // Not the socket itself: the session refuses access to it after its end.
      const { localPort, remotePort } = stream.session.socket;
      waiting.set(stream, { connection: { localPort, remotePort }, quiet: 0 });
    });
    stream.setTimeout(idleTimeout);
  };
}
