import { open } from 'node:fs/promises';

/** The connections of this network namespace, on Linux. */
const tables = ['/proc/net/tcp', '/proc/net/tcp6'];
/** `0: 0100007F:1F90 0100007F:D431 01 003F8632:00000000 …`: local address, remote address, state, send queue. */
const row = /^ *\d+: [\dA-F]+:([\dA-F]{4}) [\dA-F]+:([\dA-F]{4}) [\dA-F]{2} ([\dA-F]{8}):/;

/** The two ends of a connection, as a `Socket` of node:net has them. */
export interface ConnectionEnds {
  readonly localPort?: number | undefined;
  readonly remotePort?: number | undefined;
}

/**
 * How many bytes the kernel holds that the clients of these connections have not acknowledged, as text that changes
 * when the number does. A connection has no entry where the system does not tell: on other systems than Linux, and for
 * sockets of the file system.
 *
 * Linux lets a process go on writing only when a third of its send buffer is free again, which may be more than a
 * megabyte. Without this table a slow client seems idle until then. Other systems need 2 KiB.
 */
export async function readSendQueues(
  connections: Iterable<ConnectionEnds>,
): Promise<Map<ConnectionEnds, string>> {
  const byPorts = new Map<string, string>();
  for (const table of tables) await readTable(table, byPorts);
  const queues = new Map<ConnectionEnds, string>();
  for (const connection of connections) {
    const queue = byPorts.get(`${connection.localPort} ${connection.remotePort}`);
    if (queue !== undefined) queues.set(connection, queue);
  }
  return queues;
}

/** Connections of several clients may have the same two ports: when one moves, all seem to. */
async function readTable(table: string, byPorts: Map<string, string>): Promise<void> {
  try {
    // Line by line: a busy machine has megabytes of lines, and requests are served in between.
    for await (const line of (await open(table)).readLines()) {
      const [, local = '', remote = '', queue = ''] = row.exec(line) ?? [];
      const ports = `${Number.parseInt(local, 16)} ${Number.parseInt(remote, 16)}`;
      byPorts.set(ports, `${byPorts.get(ports) ?? ''}${queue} `);
    }
  } catch {
    // The table does not exist, or may not be read.
  }
}
