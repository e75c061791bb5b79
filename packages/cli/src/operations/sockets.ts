import { once } from 'node:events';
import { chmod, lstat, unlink } from 'node:fs/promises';
import { type AddressInfo, connect, type Server } from 'node:net';
import { StartError } from '../errors.ts';
import { describeError } from '../output/describe-error.ts';
import { printableLine } from '../output/printable-text.ts';

/** For the owner and the group, such as that of a proxy in front. */
const mode = 0o660;

/** The bytes of the longest path that every system takes, with the one that ends it. */
const maxPath = 104;

/**
 * Binds a server to a Unix socket, in place of one that a dead process has left. Node.js removes the socket
 * when the server closes. Resolves to the path.
 *
 * @param flag the option that has named the path.
 * @throws {StartError} when another process listens there, or the path cannot be used.
 */
export async function listenAtPath(server: Server, path: string, flag = '--socket'): Promise<string> {
  const name = printableLine(path);
  if (Buffer.byteLength(path) >= maxPath) {
    throw new StartError(`${name} is too long for a socket; name a shorter path with ${flag}.`);
  }
  try {
    await bind(server, { path }).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      await removeDead(path, flag);
      await bind(server, { path });
    });
    await chmod(path, mode);
    return path;
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(
      `The socket ${name} cannot be created (${describeError(cause)}); name another path with ${flag}.`,
      { cause },
    );
  }
}

/** @throws {StartError} unless the path is a socket at which no process listens. */
async function removeDead(path: string, flag: string): Promise<void> {
  const name = printableLine(path);
  if (!(await lstat(path)).isSocket()) {
    throw new StartError(`${name} exists and is no socket; name another path with ${flag}.`);
  }
  if (await isAnswered(path)) {
    throw new StartError(
      `The socket ${name} is in use; stop what listens there, or name another path with ${flag}.`,
    );
  }
  await unlink(path);
}

/** Whether a process listens at a socket. One that may not be used counts as well. */
async function isAnswered(path: string): Promise<boolean> {
  const client = connect(path);
  try {
    await once(client, 'connect');
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED';
  } finally {
    client.destroy();
  }
}

/**
 * Binds a server to a listening socket that this process has inherited. Resolves to its address, which a Unix
 * socket does not have.
 *
 * @throws {StartError} when it is none.
 */
export async function listenAtDescriptor(server: Server, fd: number): Promise<AddressInfo | undefined> {
  try {
    await bind(server, { fd });
  } catch (cause) {
    throw new StartError(`The socket of LISTEN_FDS cannot be used (${describeError(cause)}).`, { cause });
  }
  const address = server.address();
  return typeof address === 'object' ? (address ?? undefined) : undefined;
}

async function bind(
  server: Server,
  target: { readonly path: string } | { readonly fd: number },
): Promise<void> {
  server.listen(target);
  await once(server, 'listening');
}
