import { FormatError, type ImportFormat } from '../formats.ts';
import type { InspectSettings } from '../inspect-options.ts';
import type { Choice, Inspection, InspectionFault } from '../inspection.ts';
import { messageLine, type ParsedEntry, quote, Refusal } from '../parsed-entry.ts';
import { formatWords } from '../rows/read-rows.ts';
import {
  type FieldName,
  isGeometry,
  type ReferenceSystem,
  type Row,
  type RowBatches,
  type RowEntry,
  type RowReader,
  type RowSource,
} from '../rows/row.ts';
import {
  type CoordinateFields,
  fieldsOfCoordinates,
  isInRange,
  largestDecimal,
  namesOfCoordinates,
  type RawPoint,
  readPoint,
} from './choose-coordinates.ts';
import { longestDegrees } from './degrees.ts';
import { fieldsOfTemplate } from './description.ts';
import { type Draft, draftPlan, listOf } from './draft.ts';
import {
  contentDigest,
  describeRule,
  type IdentifierRule,
  identifierOf,
  isNumbered,
  Numbering,
  optionOf,
} from './identifiers.ts';
import { fieldNames, textOf } from './names.ts';
import { locate, type Plan, toEntry } from './plan.ts';
import { explainRange } from './range-fault.ts';
import { TextDigests } from './text-digests.ts';

/** The sample ends after this many rows, or bytes of the file. */
const sampleRows = 10_000;
const sampleBytes = 2 ** 24;

/** How many rows of the sample are kept for examples and explanations. */
const keptRows = 1000;

const previewLength = 10;

/** How many names of fields are remembered. */
const maxNames = 10_000;

/** How many other values of an option are offered. */
const maxOthers = 5;

/** What the whole file is found to hold. */
interface Tally {
  rows: number;
  /** Rows with coordinates, and those whose coordinates are degrees. */
  located: number;
  inRange: number;
  /** Points with an altitude. */
  altitudes: number;
  /** Points that are in other fields than most. */
  substituted: number;
  /** Located rows without an identifier. */
  withoutId: number;
  readonly ids: TextDigests;
  readonly names: Set<FieldName>;
}

function newTally(): Tally {
  const counts = { rows: 0, located: 0, inRange: 0, altitudes: 0, substituted: 0, withoutId: 0 };
  return { ...counts, ids: new TextDigests(), names: new Set() };
}

/** A plan whose identifiers are decided. */
interface Decision {
  readonly plan: Plan;
  /** The identifiers of all records, without numbers. */
  readonly ids: TextDigests;
  readonly fault?: InspectionFault | undefined;
}

/** Two different records with one identifier. */
interface Conflict {
  readonly id: string;
  /** The lines of both. */
  readonly lines: readonly [number, number];
}

/** Inspects one file. */
export class Inspector {
  readonly #source: RowSource;
  readonly #format: ImportFormat;
  readonly #reader: RowReader;
  readonly #settings: InspectSettings;
  readonly #notes = new Set<string>();
  #system: ReferenceSystem | undefined;
  #sample: Row[] = [];

  constructor(source: RowSource, format: ImportFormat, reader: RowReader, settings: InspectSettings) {
    this.#source = source;
    this.#format = format;
    this.#reader = reader;
    this.#settings = settings;
  }

  async inspect(): Promise<Inspection> {
    let scan = await this.#scan();
    // The reference system may be named after the points.
    if (scan.system !== this.#system) scan = await this.#scan();
    const { draft, tally } = scan;
    const decision = draft && (await this.#decide(draft, tally));
    const fault = (await this.#explainCoordinates(draft, tally)) ?? decision?.fault;
    if (tally.altitudes > 0) this.#notes.add(`altitudes are left out (${tally.altitudes})`);
    if (tally.substituted > 0) {
      const options = new Set(draft?.plan.substitutes.map(coordinatesOption));
      const where = [...options].join(' or ');
      this.#notes.add(`the coordinates of some records are in ${where} (${tally.substituted})`);
    }
    if (draft?.conversion) this.#notes.add(`the coordinates are converted from ${draft.conversion}`);
    const fields = this.#describeFields(tally.names);
    this.#sample = [];
    const entries = () => (decision ? this.#entries(decision) : noEntries());
    const used = decision ? usedFields(decision.plan, draft) : new Set();
    return {
      format: this.#format,
      formatWords: formatWords[this.#format],
      rows: tally.rows,
      fields,
      coordinates: coordinatesChoice(draft),
      id: idChoice(draft, decision?.plan.identifier),
      description: descriptionChoice(draft),
      unused: [...tally.names].filter((name) => !used.has(name)),
      notes: [...this.#notes].map(messageLine),
      preview: await firstOf(entries()),
      fault,
      records: () => (fault ? refuse(fault) : entries()),
    };
  }

  /** Reads the whole file: chooses a plan by the sample, and counts by it. */
  async #scan() {
    this.#sample = [];
    const tally = newTally();
    let bytes = 0;
    let draft: Draft | undefined;
    let system: ReferenceSystem | undefined;
    let isDrafted = false;
    const endSample = async () => {
      isDrafted = true;
      system = this.#system;
      const { path, name } = this.#source;
      draft = await draftPlan(this.#sample, this.#settings, system, path ?? name);
      for (const row of this.#sample) countRow(row, draft?.plan, tally);
      this.#sample = this.#sample.slice(0, keptRows);
    };
    const see = (entry: RowEntry) => {
      tally.rows++;
      if (!('fields' in entry)) return;
      if (isDrafted) countRow(entry, draft?.plan, tally);
      else {
        this.#sample.push(entry);
        bytes += entry.length;
      }
    };
    for await (const batch of this.#rowsBeforeFault(this.#settings.onProgress)) {
      for (const entry of batch) see(entry);
      if (!isDrafted && (this.#sample.length >= sampleRows || bytes >= sampleBytes)) await endSample();
    }
    if (!isDrafted) await endSample();
    return { draft, tally, system };
  }

  /** Decides on the identifiers by the whole file. */
  async #decide({ plan, rules }: Draft, tally: Tally): Promise<Decision> {
    for (const [index, rule] of rules.entries()) {
      const isLast = index === rules.length - 1;
      const decided = { ...plan, identifier: rule };
      const { ids, withoutId } = index === 0 ? tally : await this.#count(decided);
      if (withoutId > 0 && !isLast) continue;
      const conflicts = await this.#conflictsIn(decided, ids);
      if (conflicts.length === 0) return { plan: decided, ids };
      if (isLast) return { plan: decided, ids, fault: explainConflicts(conflicts, rule) };
      this.#notes.add(`${optionOf(rule)} is not the identifier: ${describeConflict(conflicts)}`);
    }
    throw new Error('unreachable: a draft has at least one rule');
  }

  /** Counts the identifiers of another rule. */
  async #count(plan: Plan): Promise<Tally> {
    const tally = newTally();
    await this.#eachRow((row) => countRow(row, plan, tally));
    return tally;
  }

  /** Finds up to three pairs of different records with one identifier. */
  async #conflictsIn(plan: Plan, ids: TextDigests): Promise<readonly Conflict[]> {
    if (isNumbered(plan.identifier) || this.#settings.duplicates === 'last') return [];
    if (!ids.hasRepeated) return [];
    const isRepeated = ids.repeated();
    const firsts = new Map<string, { readonly line: number; readonly content: string }>();
    const conflicts: Conflict[] = [];
    let hasRepetition = false;
    await this.#eachRow((row) => {
      const id = identifierOf(plan.identifier, row, plan.isExact);
      if (id === undefined || !isRepeated(id) || locate(row, plan) instanceof Refusal) return true;
      const content = contentDigest(row);
      const first = firsts.get(id);
      if (first === undefined) firsts.set(id, { line: row.line, content });
      else if (first.content === content) hasRepetition = true;
      else conflicts.push({ id, lines: [first.line, row.line] });
      return conflicts.length < 3;
    });
    if (conflicts.length === 0 && hasRepetition) {
      this.#notes.add('rows that repeat others exactly are imported once');
    }
    return conflicts;
  }

  /** Calls `see` with each row, until it returns `false`. */
  async #eachRow(see: (row: Row) => boolean | undefined): Promise<void> {
    for await (const batch of this.#rowsBeforeFault()) {
      for (const entry of batch) if ('fields' in entry && see(entry) === false) return;
    }
  }

  /** Reads the rows up to the fault of a broken file: they can be imported. */
  async *#rowsBeforeFault(onProgress?: (bytes: number) => void): RowBatches {
    let isEmpty = true;
    try {
      for await (const batch of this.#rows(onProgress)) {
        isEmpty = false;
        yield batch;
      }
    } catch (error) {
      if (!(error instanceof FormatError) || isEmpty) throw error;
    }
    return undefined;
  }

  /** Reads the rows of the file from its beginning. */
  async *#rows(onProgress?: (bytes: number) => void): RowBatches {
    const { encoding, delimiter, columns, layer, trusted, maxRecordLength, signal } = this.#settings;
    const note = (text: string) => {
      this.#notes.add(text);
    };
    const system = (found: ReferenceSystem) => {
      this.#system ??= found;
    };
    signal?.throwIfAborted();
    const settings = { encoding, delimiter, columns, layer, trusted, maxRecordLength, note, system };
    for await (const batch of this.#reader(this.#source, settings)) {
      signal?.throwIfAborted();
      onProgress?.(batch.at(-1)?.byte ?? 0);
      yield batch;
    }
    return undefined;
  }

  /** Reads the entries of the file. Rows that repeat others exactly have one entry. */
  async *#entries({ plan, ids }: Decision): AsyncGenerator<readonly ParsedEntry[], undefined> {
    const isUnique = isNumbered(plan.identifier);
    const numbering = isUnique ? new Numbering(ids) : undefined;
    const finish = (id: string) => numbering?.numbered(id) ?? id;
    const skipsRepetitions = !isUnique && this.#settings.duplicates === 'error' && ids.hasRepeated;
    const isRepeated = skipsRepetitions ? ids.repeated() : () => false;
    const seen = new Set<string>();
    const isFirst = (entry: ParsedEntry) => {
      if (!('record' in entry) || !isRepeated(entry.record[0])) return true;
      const { size } = seen;
      return seen.add(entry.record[0]).size > size;
    };
    for await (const batch of this.#rows()) {
      const entries = batch.map((entry) => ('fields' in entry ? toEntry(entry, plan, finish) : entry));
      yield skipsRepetitions ? entries.filter(isFirst) : entries;
    }
    return undefined;
  }

  /** Explains why nothing of the file has usable coordinates. */
  async #explainCoordinates(
    draft: Draft | undefined,
    { located, inRange }: Tally,
  ): Promise<InspectionFault | undefined> {
    if (this.#sample.length === 0) return undefined;
    if (draft === undefined) {
      return { message: explainAbsence(this.#sample), remedies: possibleCoordinates(this.#sample) };
    }
    if (located === 0 || inRange > located / 2) return undefined;
    const { plan } = draft;
    const points = this.#sample
      .map((row) => locate(row, plan))
      .filter((point): point is RawPoint => !(point instanceof Refusal));
    return explainRange(points, namesOfCoordinates(plan.coordinates), this.#sample);
  }

  #describeFields(names: Iterable<FieldName>): Inspection['fields'] {
    return [...names].map((name) => {
      const examples = new Set<string>();
      for (const { fields } of this.#sample) {
        const text = exampleOf(fields.get(name));
        if (text !== '') examples.add(text);
        if (examples.size === 3) break;
      }
      return { name, examples: [...examples] };
    });
  }
}

function explainAbsence(sample: readonly Row[]): string {
  const geometries = sample.flatMap(({ fields }) => [...fields.values()].filter(isGeometry));
  const kinds = [...new Set(geometries.map(({ type }) => type))].filter(
    (kind) => kind !== 'Point' && /^\w+$/.test(kind),
  );
  if (kinds.length === 0) {
    const advice = hasUnclearLetter(sample)
      ? 'The letter O may be east or west: write E or W.'
      : listOf(fieldNames(sample));
    return `No field of the file has coordinates. ${advice}`;
  }
  return `The file has no points, but ${kinds.join(', ')}. Use a point of each, such as its centroid.`;
}

/** Offers two fields side by side with decimals that may be degrees, if there are no others. */
function possibleCoordinates(sample: readonly Row[]): InspectionFault['remedies'] {
  const names = fieldNames(sample);
  const sizes = names.map((name) => largestDecimal(sample.map(({ fields }) => fields.get(name))) ?? Infinity);
  const found = names.flatMap((name, index) => {
    const [first = Infinity, second = Infinity] = sizes.slice(index, index + 2);
    if (Math.max(first, second) > 180 || Math.min(first, second) > 90) return [];
    const other = names[index + 1] as FieldName;
    return [first > 90 ? { latitude: other, longitude: name } : { latitude: name, longitude: other }];
  });
  const [options] = found;
  if (options === undefined || found.length > 1) return [];
  const { latitude, longitude } = options;
  return [{ options, words: `if ${quote(latitude)} is the latitude and ${quote(longitude)} the longitude` }];
}

/** Whether some longitudes have the letter O, of which nothing tells the language. */
function hasUnclearLetter(sample: readonly Row[]): boolean {
  const isUnclear = (value: unknown) =>
    typeof value === 'string' && value.length <= longestDegrees && /^\d+([.,]\d+)?[^\p{L}]*O$/u.test(value);
  return sample.some(({ fields }) => [...fields.values()].some(isUnclear));
}

function countRow(row: Row, plan: Plan | undefined, tally: Tally): undefined {
  if (tally.names.size < maxNames) for (const name of row.fields.keys()) tally.names.add(name);
  if (plan === undefined) return;
  const point = locate(row, plan);
  if (point instanceof Refusal) return;
  tally.located++;
  if (isInRange(point)) tally.inRange++;
  if (point.hasAltitude) tally.altitudes++;
  if (plan.substitutes.length > 0 && !readPoint(plan.coordinates, row.fields)) tally.substituted++;
  const id = identifierOf(plan.identifier, row, plan.isExact);
  if (id === undefined) tally.withoutId++;
  else tally.ids.add(id);
}

function exampleOf(value: unknown): string {
  const text = textOf(value) ?? (typeof value === 'object' && value !== null ? JSON.stringify(value) : '');
  return text.slice(0, 80);
}

function usedFields(plan: Plan, draft: Draft | undefined): ReadonlySet<FieldName> {
  const { identifier } = plan;
  const [template] = draft?.descriptions ?? [];
  return new Set([
    ...[plan.coordinates, ...plan.substitutes].flatMap(fieldsOfCoordinates),
    ...(identifier.kind === 'fields' ? identifier.names : []),
    ...(template === undefined ? [] : fieldsOfTemplate(template)),
  ]);
}

function coordinatesChoice(draft: Draft | undefined): Choice {
  const [best, ...others] = (draft?.coordinates ?? []).map(({ fields }) => fields);
  if (best === undefined) return { used: undefined, words: 'none', others: [] };
  const used = coordinatesOption(best);
  const different = new Set(others.map(coordinatesOption).filter((each) => each !== used));
  return { used, words: fieldsOfCoordinates(best).join(', '), others: [...different].slice(0, maxOthers) };
}

function coordinatesOption(fields: CoordinateFields): string {
  return namesOfCoordinates(fields).join(',');
}

function idChoice(draft: Draft | undefined, rule: IdentifierRule | undefined): Choice {
  if (rule === undefined) return { used: undefined, words: 'none', others: [] };
  const used = optionOf(rule);
  const found = (draft?.rules ?? []).map(optionOf);
  const others = [...new Set([...found, 'hash', 'row'])].filter((each) => each !== used);
  return { used, words: describeRule(rule), others: others.slice(0, maxOthers) };
}

function descriptionChoice(draft: Draft | undefined): Choice {
  const [used, ...others] = draft?.descriptions ?? [];
  return { used, words: used ?? 'none', others: others.slice(0, maxOthers) };
}

function describeConflict([conflict]: readonly Conflict[]): string {
  const { id, lines } = conflict as Conflict;
  return `lines ${lines.join(' and ')} both have ${quote(id)}`;
}

function explainConflicts(conflicts: readonly Conflict[], rule: IdentifierRule): InspectionFault {
  const message = `Different records have one identifier (${optionOf(rule)}): ${conflicts.map((each) => describeConflict([each])).join('; ')}.`;
  const remedies = [
    { options: { id: 'hash' }, words: 'identifiers made of the content of each record' },
    { options: { duplicates: 'last' }, words: 'the last record with an identifier wins' },
  ] as const;
  return { message, remedies };
}

/** Returns the first entries, also of a file that is broken after them. */
async function firstOf(batches: AsyncIterable<readonly ParsedEntry[]>): Promise<readonly ParsedEntry[]> {
  const entries: ParsedEntry[] = [];
  try {
    for await (const batch of batches) {
      entries.push(...batch.slice(0, previewLength - entries.length));
      if (entries.length === previewLength) break;
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
  }
  return entries;
}

async function* noEntries(): AsyncGenerator<readonly ParsedEntry[], undefined> {}

// biome-ignore lint/correctness/useYield: it fails when it is read, as the file does.
async function* refuse({ message }: InspectionFault): AsyncGenerator<readonly ParsedEntry[], undefined> {
  throw new FormatError('FORMAT_INVALID', message);
}
