import type { FileIdentity, OpenFiles } from './open-files.ts';
import type { BatchReport, IndexOrder, PostedBatch, PostedError } from './writer-protocol.ts';

const orderKind = 'location-records:sqlite-order';
const reportKind = 'location-records:sqlite-report';
const endKind = 'location-records:sqlite-end';

/** From a store to the process that writes for it. */
export interface ChannelOrder {
  readonly kind: typeof orderKind;
  /** The database, as {@link placeOf} names it: one channel may serve the stores of several. */
  readonly database: string;
  /** Which service of the channel carries it out; none in the first order, which any service of the database answers. */
  readonly service?: string | undefined;
  /** The store that sends it. */
  readonly sender: string;
  /** Counts the orders of the store. */
  readonly number: number;
  readonly order: FilesOrder | SentBatch | IndexOrder;
}

/** A batch as it is sent. */
interface SentBatch extends Pick<PostedBatch, 'writes'> {
  /** Until when it may wait for a process that locks the file, on the clock of `Date.now()`. */
  readonly deadline: number;
}

/** The first order of a store: it asks for the files that are open under its path. */
interface FilesOrder {
  readonly kind: 'files';
  readonly path: string;
}

/**
 * One of two stores is closed. To a sender of orders: those without a report were not carried out. To the one that has written
 * for it: no more orders come.
 */
export interface ChannelEnd extends Pick<ChannelOrder, 'sender'> {
  readonly kind: typeof endKind;
}

/** The reply to an order, with the sender and the number of that. */
export interface ChannelReport extends Pick<ChannelOrder, 'sender' | 'number'> {
  readonly kind: typeof reportKind;
  readonly report: PostedFiles | BatchReport | PostedError;
}

/** Why a store that was closed writes for no other. */
export const writerClosed =
  'the store of the process that writes for this one was closed; open both stores again';

/** An order as it is sent. */
export function channelOrder(order: Omit<ChannelOrder, 'kind'>): ChannelOrder {
  return { kind: orderKind, ...order };
}

/** A report as it is sent. */
export function channelReport(report: Omit<ChannelReport, 'kind'>): ChannelReport {
  return { kind: reportKind, ...report };
}

/** An end as it is sent. */
export function channelEnd(sender: string): ChannelEnd {
  return { kind: endKind, sender };
}

/** Whether a message of a channel is an order. */
export function isChannelOrder(message: unknown): message is ChannelOrder {
  return kindOf(message) === orderKind;
}

/** Whether a message of a channel is a report. */
export function isChannelReport(message: unknown): message is ChannelReport {
  return kindOf(message) === reportKind;
}

/** Whether a message of a channel is an end. */
export function isChannelEnd(message: unknown): message is ChannelEnd {
  return kindOf(message) === endKind;
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
  /** The service that has answered. */
  readonly service: string;
  readonly log: PostedFile;
  readonly index: PostedFile;
}

/** Packs the files beside a database for a process that knows the database. */
export function packFiles({ log, index }: OpenFiles, service: string): PostedFiles {
  return { service, log: [log.path, placeOf(log)], index: [index.path, placeOf(index)] };
}

/** Unpacks what {@link packFiles} packed. */
export function unpackFiles(database: FileIdentity, { log, index }: PostedFiles): OpenFiles {
  return { database, log: unpackFile(log), index: unpackFile(index) };
}

function unpackFile([path, place]: PostedFile): FileIdentity {
  const [device = '', inode = ''] = place.split(':');
  return { path, device: BigInt(device), inode: BigInt(inode) };
}
