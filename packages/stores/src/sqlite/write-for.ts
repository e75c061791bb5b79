import { failures } from './failures.ts';
import { checkOpenFiles, type OpenFiles } from './open-files.ts';
import type { ProcessChannel } from './process-channel.ts';
import type { OwnWriter } from './store-writer.ts';
import {
  type ChannelOrder,
  type ChannelReport,
  channelReport,
  isChannelOrder,
  packFiles,
  placeOf,
} from './writer-channel.ts';
import { packError, unpackWrites } from './writer-protocol.ts';

/** Commits what stores of the process at the other end of the channel write to these files. */
export function writeFor(channel: ProcessChannel, writer: OwnWriter, files: OpenFiles): void {
  const place = placeOf(files.database);
  const isMeant = ({ database, order }: ChannelOrder) => {
    // Where another file took the place of the open one, the store at the other end has found that.
    const asksForPath = 'kind' in order && order.kind === 'files' && order.path === files.database.path;
    return database === place || asksForPath;
  };
  channel.on('message', async (message) => {
    if (!isChannelOrder(message) || !isMeant(message)) return;
    const { sender, number, order } = message;
    const report = await carryOut(order, writer, files).catch((error) =>
      packError(failures.wrap('write to', files.database.path, error)),
    );
    // A process that has ended meanwhile misses nothing.
    channel.send?.(channelReport({ sender, number, report }), () => {});
  });
}

async function carryOut(
  order: ChannelOrder['order'],
  writer: OwnWriter,
  files: OpenFiles,
): Promise<ChannelReport['report']> {
  if ('kind' in order) {
    if (order.kind === 'files') {
      checkOpenFiles('open', files);
      return packFiles(files);
    }
    await writer.index(order.timeout);
    return { results: [], logSize: writer.logSize };
  }
  const deadline = performance.now() + order.timeout;
  const writes = unpackWrites(order.writes);
  // A store whose log is too long asks for that.
  if (writes.length === 0) await writer.flush();
  const results = await Promise.all(writes.map((write) => writer.write(write, deadline).catch(packError)));
  return { results, logSize: writer.logSize };
}
