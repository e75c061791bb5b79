import { FormatError } from '../formats.ts';
import { EntryBatch } from '../input.ts';
import { quote, quoteAll, type RecordPosition, Refusal, refuseRecord } from '../parsed-entry.ts';
import { adviseOnZip, formatOfZip } from '../zip-entries.ts';
import { type DbfTable, openDbf } from './dbf.ts';
import type {
  FieldName,
  ReferenceSystem,
  RowBatches,
  RowEntry,
  RowReader,
  RowSettings,
  RowSource,
} from './row.ts';
import { isShp, readShp, type Shape, shapeTypeOf } from './shp.ts';
import { readWhole, readZip } from './zip.ts';

/** The files of a shapefile that matter. Each but one may be missing. */
interface Parts {
  readonly shp?: Uint8Array | undefined;
  readonly dbf?: Uint8Array | undefined;
  /** The reference system. */
  readonly prj?: Uint8Array | undefined;
  /** The encoding. */
  readonly cpg?: Uint8Array | undefined;
}

const endings = ['shp', 'dbf', 'prj', 'cpg'] as const;

/**
 * Reads a shapefile: a zip archive of its files, or its `.shp` or `.dbf` with the other files beside it. An
 * archive is read from its only layer of points.
 *
 * @throws {FormatError} `FORMAT_INVALID` if it is damaged or too large, or the layer has to be chosen;
 * `FORMAT_UNKNOWN` if the archive has something else in it.
 */
export const readShapefileRows: RowReader = async function* (source, settings): RowBatches {
  const parts = await readParts(source, settings);
  const system = systemOf(parts.prj);
  if (system !== undefined) settings.system(system);
  const table = parts.dbf && (await openDbf(parts.dbf, textOf(parts.cpg), settings));
  yield* readRows(parts.shp && readShp(parts.shp), table, settings);
};

async function readParts(source: RowSource, settings: RowSettings): Promise<Parts> {
  if (await isZip(source)) return readArchive(source, settings);
  const bytes = await readWhole(source, settings);
  const [prj, cpg, other] = await Promise.all(
    ['.prj', '.cpg', isShp(bytes) ? '.dbf' : '.shp'].map((ending) => source.beside?.(ending)),
  );
  if (!isShp(bytes)) return { shp: other, dbf: bytes, prj, cpg };
  if (other === undefined) checkBeside(source, settings);
  return { shp: bytes, dbf: other, prj, cpg };
}

/** Says that a `.shp` file lacks its `.dbf` file. A browser reads no file that the user has not chosen. */
function checkBeside(source: RowSource, { note }: RowSettings): void {
  if (source.beside !== undefined) {
    note('the .dbf file of the shapefile is missing, with all but its points');
    return;
  }
  throw new FormatError(
    'FORMAT_INVALID',
    'This is only one file of a shapefile. Put all of them into a zip file (.shp, .dbf, .prj and .cpg), and import that.',
  );
}

async function isZip(source: RowSource): Promise<boolean> {
  const head: number[] = [];
  for await (const chunk of source.open()) {
    head.push(...chunk.subarray(0, 2));
    if (head.length >= 2) break;
  }
  // "PK"
  return head[0] === 0x50 && head[1] === 0x4b;
}

async function readArchive(source: RowSource, settings: RowSettings): Promise<Parts> {
  const part = new RegExp(`\\.(?:${endings.join('|')})$`, 'i');
  const path = source.path ?? source.name;
  const { names, files } = await readZip(source, settings, (name, all) => {
    if (formatOfZip(all, path) !== 'shapefile') throw adviseOnZip(all, path);
    return part.test(name);
  });
  if (names.length === 0) throw adviseOnZip(names, path);
  const layers = new Map<string, Parts>();
  for (const [name, bytes] of files) {
    const layer = name.slice(0, -4);
    layers.set(layer, { ...layers.get(layer), [name.slice(-3).toLowerCase()]: bytes });
  }
  for (const [layer, { shp, dbf }] of layers) if (!shp && !dbf) layers.delete(layer);
  return chooseLayer(layers, settings);
}

function chooseLayer(layers: ReadonlyMap<string, Parts>, { layer, note }: RowSettings): Parts {
  const all = [...layers];
  const names = quoteAll(all.map(([name]) => shortName(name)));
  if (layer !== undefined) {
    const chosen = layers.get(layer) ?? all.find(([name]) => shortName(name) === layer)?.[1];
    if (chosen !== undefined) return chosen;
    throw new FormatError('FORMAT_INVALID', `The archive has no layer ${quote(layer)}. It has ${names}.`);
  }
  const points = all.filter(([, { shp }]) => shp && /Point$/.test(shapeTypeOf(shp)));
  const [[name, parts] = ['', {}]] = points.length > 0 ? points : all;
  if (all.length > 1 && points.length !== 1) {
    const advice = `Choose one, as with layer: ${quote(shortName(name))}.`;
    throw new FormatError('FORMAT_INVALID', `The archive has several layers: ${names}. ${advice}`);
  }
  if (all.length > 1) note(`only the layer ${quote(shortName(name))} is read, as the only one with points`);
  return parts;
}

function shortName(path: string): string {
  return path.replace(/^.*\//, '');
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes && new TextDecoder().decode(bytes).trim();
}

/** Returns the reference system of a `.prj` file, which is well-known text. */
function systemOf(prj: Uint8Array | undefined): ReferenceSystem | undefined {
  const definition = textOf(prj);
  const [, name] = /"([^"]+)"/.exec(definition ?? '') ?? [];
  return name === undefined ? undefined : { name, definition };
}

async function* readRows(
  shapes: Iterator<Shape, undefined> | undefined,
  table: DbfTable | undefined,
  { maxRecordLength, note }: RowSettings,
): RowBatches {
  const batch = new EntryBatch<RowEntry>();
  let deleted = 0;
  for (let index = 1; ; index++) {
    const shape = shapes?.next().value;
    const row = table?.read(index - 1);
    if (shape === undefined && row === undefined) break;
    if (row === 'deleted') {
      deleted++;
      continue;
    }
    const length = (table?.rowLength ?? 0) + (shape?.length ?? 0);
    batch.add(entryOf({ index, line: index }, shape, row, length, maxRecordLength), length);
    if (batch.isFull) yield batch.take();
  }
  if (!batch.isEmpty) yield batch.take();
  if (deleted > 0) note(`${deleted} deleted row${deleted === 1 ? ' is' : 's are'} skipped`);
}

function entryOf(
  position: RecordPosition,
  shape: Shape | undefined,
  row: ReadonlyMap<FieldName, unknown> | Refusal | undefined,
  length: number,
  maxLength: number,
): RowEntry {
  if (row instanceof Refusal) return refuseRecord(position, row);
  if (length > maxLength) {
    const reason = `the record is longer than ${maxLength} bytes`;
    return refuseRecord(position, new Refusal('maxRecordLength', reason));
  }
  const fields = new Map(row);
  if (shape?.geometry) fields.set('geometry', shape.geometry);
  return { ...position, fields, length };
}
