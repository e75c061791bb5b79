import type { FileIdentity, OpenFiles } from './open-files.ts';
import type { BatchReport, IndexOrder, PostedBatch, PostedError } from './writer-protocol.ts';

const orderKind = 'location-records:sqlite-order';
const reportKind = 'location-records:sqlite-report';

/** From a store to the process that writes for it. */
export interface ChannelOrder {
  readonly kind: typeof orderKind;
  /** The database, as {@link placeOf} names it: one channel may serve the stores of several. */
  readonly database: string;
  /** The store that sends it. */
  readonly sender: string;
  /** Counts the orders of the store. */
  readonly number: number;
  readonly order: FilesOrder | PostedBatch | IndexOrder;
}

/** The first order of a store: it asks for the files that are open under its path. */
interface FilesOrder {
  readonly kind: 'files';
  readonly path: string;
}

/** The reply to an order, with the sender and the number of that. */
export interface ChannelReport extends Pick<ChannelOrder, 'sender' | 'number'> {
  readonly kind: typeof reportKind;
  readonly report: PostedFiles | BatchReport | PostedError;
}

/** An order as it is sent. */
export function channelOrder(order: Omit<ChannelOrder, 'kind'>): ChannelOrder {
  return { kind: orderKind, ...order };
}

/** A report as it is sent. */
export function channelReport(report: Omit<ChannelReport, 'kind'>): ChannelReport {
  return { kind: reportKind, ...report };
}

/** Whether a message of a channel is an order. */
export function isChannelOrder(message: unknown): message is ChannelOrder {
  return kindOf(message) === orderKind;
}

/** Whether a message of a channel is a report. */
export function isChannelReport(message: unknown): message is ChannelReport {
  return kindOf(message) === reportKind;
}

function kindOf(message: unknown): unknown {
  return (message as { readonly kind?: unknown } | null | undefined)?.kind;
}

/** Where a file is, whichever paths lead to it. */
export function placeOf({ device, inode }: FileIdentity): string {
  return `${device}:${inode}`;
}

type PostedFile = readonly [path: string, place: string];

/** The log of an open database and its index, as they are sent: not every channel takes a `bigint`. */
export interface PostedFiles {
  readonly log: PostedFile;
  readonly index: PostedFile;
}

/** Packs the files beside a database for a process that knows the database. */
export function packFiles({ log, index }: OpenFiles): PostedFiles {
  return { log: [log.path, placeOf(log)], index: [index.path, placeOf(index)] };
}

/** Unpacks what {@link packFiles} packed. */
export function unpackFiles(database: FileIdentity, { log, index }: PostedFiles): OpenFiles {
  return { database, log: unpackFile(log), index: unpackFile(index) };
}

function unpackFile([path, place]: PostedFile): FileIdentity {
  const [device = '', inode = ''] = place.split(':');
  return { path, device: BigInt(device), inode: BigInt(inode) };
}
