import type { Connection } from './connection.ts';

/** What a server tells of itself. */
export interface ServerInfo {
  readonly isClusterNode: boolean;
  /** It watches over servers, and holds no records itself. */
  readonly isSentinel: boolean;
  /** What it does when its memory is full, such as `noeviction`. */
  readonly evictionPolicy: string;
}

/** Asks a server for what it tells of itself. */
export async function askServerInfo(connection: Connection): Promise<ServerInfo> {
  const text = String(await connection.send(['INFO']));
  const read = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(text)?.[1] ?? '';
  const isSentinel = read('redis_mode') === 'sentinel' || read('server_mode') === 'sentinel';
  return {
    isClusterNode: read('cluster_enabled') === '1',
    isSentinel,
    evictionPolicy: read('maxmemory_policy'),
  };
}
