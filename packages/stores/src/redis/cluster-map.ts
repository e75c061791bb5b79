import { type Address, formatAddress } from './address.ts';
import type { Reply } from './client.ts';
import type { Connection } from './connection.ts';
import { ConnectionError } from './connection-error.ts';

/** The slots from `first` to `last` of a cluster. */
export interface SlotRange {
  readonly first: number;
  readonly last: number;
  readonly master: Address;
  readonly replicas: readonly Address[];
}

/**
 * Asks the node at `asked` for what it knows of its cluster.
 *
 * @throws when it knows no slots: one that was taken out of the cluster, or has forgotten it, answers as well.
 */
export async function askClusterMap(connection: Connection, asked: Address): Promise<SlotRange[]> {
  const ranges = (await connection.send(['CLUSTER', 'SLOTS'])) as readonly (readonly Reply[])[];
  if (ranges.length === 0) {
    throw new ConnectionError(
      `${formatAddress(asked)} belongs to no cluster with slots: name another node, or give it slots with redis-cli --cluster`,
      false,
    );
  }
  return ranges.map(([first, last, ...nodes]) => {
    const [master, ...replicas] = nodes.map((node) => addressOf(node as readonly Reply[], asked));
    if (master === undefined) throw new Error(`The slots from ${first} to ${last} have no master.`);
    return { first: Number(first), last: Number(last), master, replicas };
  });
}

/** A node that does not know its own name calls itself nothing or "?". */
function addressOf([name, port]: readonly Reply[], asked: Address): Address {
  const host = name === null ? '' : String(name);
  return { host: host === '' || host === '?' ? asked.host : host, port: Number(port) };
}
