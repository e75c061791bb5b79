import type { Readable } from 'node:stream';

/** Has all clients of a call leave, each in its own way. */
export type Leave = () => void;

/** Clients that leave a host half-way, in all ways of their protocol. */
export interface LeavingClients {
  /** The number of clients that the host has broken off before they left. */
  readonly brokenOff: number;
  /** Has clients ask for the list, and read nothing of it. */
  stallLists(count: number): Promise<Leave>;
  /** Has clients ask for the list, and leave one after another. Resolves when all have left. */
  leaveLists(count: number): Promise<void>;
  /** Has clients send a part of an upload. */
  beginUploads(count: number): Promise<Leave>;
  /** Has a client ask for a record, and stay. Resolves to the status of the response. */
  ask(): Promise<number>;
  /** Closes the connections that are still open. */
  end(): void;
}

const text = '{"coordinates":{"latitude":1,"longitude":2}}';
const length = { 'content-length': '60' };

/** Uploads of which none is whole. The last one waits for 100 Continue. */
export const uploads = [
  { fields: length, text: '' },
  { fields: length, text },
  { fields: {}, text: '' },
  { fields: {}, text },
  { fields: { ...length, expect: '100-continue' }, text: '' },
] as const;

/** The numbers of bytes of the list after which clients leave: some leave before the first byte. */
const leaveAfter = [0, 1, 30_000, 200_000, 1_000_000];

/** Reads the part of the list that the client of this number reads. */
export async function readSome(list: Readable, index: number): Promise<void> {
  let left = itemOf(leaveAfter, index);
  for await (const chunk of left > 0 ? list.iterator({ destroyOnReturn: false }) : []) {
    left -= (chunk as Buffer).length;
    if (left <= 0) return;
  }
}

/** The item of the client of this number. The items are used over and over again. */
export function itemOf<T>(items: readonly T[], index: number): T {
  return items[index % items.length] as T;
}
