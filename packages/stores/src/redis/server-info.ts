import type { Client, ClientPackage } from './client.ts';
import { serverOptions } from './connections.ts';
import { ConnectionError, ReplyError } from './failures.ts';
import { type Address, formatAddress, type Settings } from './options.ts';

/** The report of a server. */
export interface ServerInfo {
  /** Its address. */
  readonly name: string;
  readonly isClusterNode: boolean;
  /** Whether it is a Sentinel, which holds no records. */
  readonly isSentinel: boolean;
  /** Its policy for a full memory, such as `noeviction`. */
  readonly evictionPolicy: string;
}

/**
 * Asks all addresses at once, and resolves to the first report.
 *
 * @throws {ReplyError | ConnectionError} the problem with the first address, if none can be reached.
 */
export async function askServers(
  clientPackage: ClientPackage,
  settings: Settings,
  stopped: AbortSignal,
): Promise<ServerInfo> {
  const [first, ...others] = settings.addresses as [Address, ...Address[]];
  const client = clientPackage.createClient(serverOptions(settings, first));
  // Each `createClient` creates a class of several hundred methods.
  const clients = [client, ...others.map((address) => client.duplicate(serverOptions(settings, address)))];
  const found = new AbortController();
  const ended = AbortSignal.any([stopped, found.signal]);
  try {
    return await Promise.any(
      settings.addresses.map(async (address, index) => {
        const name = formatAddress(address);
        const info = await ask(clients[index] as Client, ended).catch((error: unknown) => {
          throw problemOf(error, clientPackage, name, stopped.aborted ? settings.timeout : undefined);
        });
        return parseInfo(name, info);
      }),
    );
  } catch (error) {
    throw (error as AggregateError).errors[0];
  } finally {
    found.abort();
  }
}

/** Resolves to the reply to INFO, and ends the connection then, or with the signal. */
async function ask(client: Client, ended: AbortSignal): Promise<string> {
  const end = () => client.destroy();
  ended.addEventListener('abort', end);
  const failed = new Promise<never>((_, reject) => client.on('error', reject));
  const info = client.connect().then(() => client.sendCommand(['INFO'], { timeout: 0 }));
  // A client destroyed while connecting goes on connecting, so it is destroyed again.
  return String(await Promise.race([info.finally(end), failed]));
}

function parseInfo(name: string, info: string): ServerInfo {
  const read = (field: string) => new RegExp(`^${field}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  return {
    name,
    isClusterNode: read('cluster_enabled') === '1',
    isSentinel: read('redis_mode') === 'sentinel',
    evictionPolicy: read('maxmemory_policy'),
  };
}

function problemOf(
  error: unknown,
  { ErrorReply }: ClientPackage,
  name: string,
  overdueMs: number | undefined,
): Error {
  if (error instanceof ErrorReply) return new ReplyError(error, '');
  if (overdueMs !== undefined)
    return new ConnectionError(`the server did not respond within ${overdueMs} ms`, false);
  return new ConnectionError(`the connection to ${name} could not be made`, false, error);
}
