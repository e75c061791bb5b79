import {
  detectFormat,
  type Inspection,
  type InspectionFault,
  type InspectOptions,
  inspect,
  type ParsedEntry,
  parseRecords,
} from '@location-records/formats';
import { BulkFault } from '../records/request-fault.ts';
import { eventLoopTurn } from '../records/work.ts';
import type { BulkRequest } from './bulk-request.ts';
import type { Understood } from './report.ts';

/** What was understood of a body, and its records. */
interface UnderstoodBody {
  readonly understood: Understood;
  readonly batches: AsyncIterable<readonly ParsedEntry[]>;
}

/**
 * Finds out what the records of a body are.
 *
 * @throws {BulkFault} (rejects) if nothing of it may be written.
 * @throws {OptionError} and {FormatError} (reject).
 */
export async function understandBody(
  bytes: Uint8Array,
  { kind, options }: BulkRequest['reading'],
): Promise<UnderstoodBody> {
  if (kind === 'strict') {
    const batches = parseRecords(inPieces(bytes), options);
    return { understood: { format: options.format ?? detectFormat(bytes) }, batches };
  }
  const source = { size: bytes.length, open: () => inPieces(bytes) };
  const inspection = await inspect(source, options);
  const { fault } = inspection;
  if (fault !== undefined) throw new BulkFault(faultText(fault), 'nothing of the body may be written');
  return { understood: understoodOf(inspection), batches: inspection.records() };
}

function understoodOf({
  format,
  formatWords,
  rows,
  id,
  coordinates,
  description,
  unused,
  notes,
}: Inspection): Understood {
  return { format, formatWords, rows, id, coordinates, description, unused, notes };
}

const pieceLength = 2 ** 16;

/** The bytes in pieces, with a turn of the event loop between them. */
async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array, undefined> {
  for (let start = 0; start < bytes.length; start += pieceLength) {
    yield bytes.subarray(start, start + pieceLength);
    await eventLoopTurn();
  }
  return undefined;
}

/** Describes a fault, and what to add to the query. */
function faultText({ message, remedies }: InspectionFault): string {
  if (remedies.length === 0) return message;
  const ways = remedies.map(({ options, words }) => `${queryOf(options)} (${words})`);
  return `${message} Add to the query: ${ways.join(', or ')}.`;
}

function queryOf(options: InspectOptions): string {
  return Object.entries(options)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll('%3A', ':')}`)
    .join('&');
}
