import type { ParsedEntry } from '@location-records/formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Api, LocationRecord, Outcome, RecordOutcome } from '../../src/api.ts';
import { isSame } from '../../src/editing/change.ts';
import { type ImportRun, type ImportRunOptions, startImport } from '../../src/transfer/import-run.ts';

const unknown = { kind: 'unknown', message: 'The service cannot be reached.' } as const;

/**
 * What happens to a request: it gets through, or the network fails before or after the service has got it.
 */
type Fate = 'done' | 'lost request' | 'lost response';

/** A service of records by identifier, with a network that does what it is told, and then works. */
class FakeService implements Pick<Api, 'putMany'> {
  readonly records = new Map<string, LocationRecord>();
  /** How many records each request had, with those that write nothing. */
  readonly sent: number[] = [];
  readonly #fates: Fate[];

  constructor(records: readonly LocationRecord[] = [], fates: readonly Fate[] = []) {
    for (const record of records) this.records.set(record.id, record);
    this.#fates = [...fates];
  }

  readonly putMany: Api['putMany'] = async (records, { onConflict, dryRun }) => {
    const fate = this.#fates.shift() ?? 'done';
    if (fate === 'lost request') return unknown;
    this.sent.push(records.length);
    const value = records.map((record): RecordOutcome => {
      const previous = this.records.get(record.id);
      if (previous && isSame(previous, record)) return { outcome: 'unchanged' };
      if (previous && onConflict === 'skip') return { outcome: 'skipped', previous };
      if (record.description === 'refuse me' && !dryRun) return { outcome: 'refused', reason: 'No.' };
      if (!dryRun) this.records.set(record.id, record);
      return previous ? { outcome: 'replaced', previous } : { outcome: 'created' };
    });
    return fate === 'done' ? { kind: 'done', value } : unknown;
  };
}

function makeRecord(id: string, latitude = 1, description?: string): LocationRecord {
  return { id, description, coordinates: { latitude, longitude: 2 } };
}

function entriesOf(records: readonly LocationRecord[]): ParsedEntry[] {
  return records.map(({ id, ...location }, index) => ({
    index: index + 1,
    line: index + 2,
    record: [id, location],
  }));
}

async function* batchesOf(entries: readonly ParsedEntry[], size = 3) {
  for (let start = 0; start < entries.length; start += size) yield entries.slice(start, start + size);
}

const usual: ImportRunOptions = { onConflict: 'replace', keepsChanges: true };

function start(
  entries: readonly ParsedEntry[],
  api: Pick<Api, 'putMany'>,
  options: Partial<ImportRunOptions> = {},
): ImportRun {
  return startImport(batchesOf(entries), api, { ...usual, ...options });
}

/** Starts an import that goes on after each pause. */
function startPatiently(records: readonly LocationRecord[], api: FakeService): ImportRun {
  const run: ImportRun = startImport(batchesOf(entriesOf(records)), api, usual, () => {
    if (run.progress.state === 'paused') queueMicrotask(() => run.resume());
  });
  return run;
}

describe('startImport', () => {
  it('an import creates, replaces, and leaves what is the same', async () => {
    const service = new FakeService([makeRecord('same'), makeRecord('other')]);
    const run = start(entriesOf([makeRecord('new'), makeRecord('same'), makeRecord('other', 5)]), service);
    await run.ended;
    expect(run.progress).toMatchObject({ state: 'done', read: 3, created: 1, replaced: 1, unchanged: 1 });
    expect(service.records.get('other')).toEqual(makeRecord('other', 5));
    // Compared, then sent without the one that is the same.
    expect(service.sent).toEqual([3, 2]);
  });

  it('what an import has changed is kept with the content before', async () => {
    const service = new FakeService([makeRecord('same'), makeRecord('other', 1, 'before')]);
    const records = [makeRecord('new'), makeRecord('same'), makeRecord('other', 5), makeRecord('new', 7)];
    const run = start(entriesOf(records), service);
    await run.ended;
    const place = (latitude: number) => ({ coordinates: { latitude, longitude: 2 } });
    expect(run.changes).toEqual([
      { id: 'new', before: undefined, after: place(7) },
      { id: 'other', before: { description: 'before', ...place(1) }, after: place(5) },
    ]);
  });

  it('an import leaves other content as it is on request', async () => {
    const service = new FakeService([makeRecord('other')]);
    const run = start(entriesOf([makeRecord('other', 5), makeRecord('new')]), service, {
      onConflict: 'skip',
    });
    await run.ended;
    expect(run.progress).toMatchObject({ state: 'done', created: 1, skipped: 1, replaced: 0 });
    expect(service.records.get('other')).toEqual(makeRecord('other'));
    expect(run.changes.map(({ id }) => id)).toEqual(['new']);
  });

  it('an import keeps no contents if it is told so', async () => {
    const run = start(entriesOf([makeRecord('a')]), new FakeService(), { keepsChanges: false });
    await run.ended;
    expect([run.progress.created, run.changes]).toEqual([1, []]);
  });

  it('an import keeps the reasons of the file and of the service', async () => {
    const refusal: ParsedEntry = {
      index: 1,
      line: 2,
      id: 'x',
      rule: 'D31',
      reason: 'the latitude is not a number',
    };
    const run = start([refusal, ...entriesOf([makeRecord('a', 1, 'refuse me')])], new FakeService());
    await run.ended;
    expect(run.progress).toMatchObject({ state: 'done', read: 2, created: 0 });
    expect(run.progress.problems.groups.flatMap(({ examples }) => examples)).toEqual([
      { line: 2, id: 'x', reason: refusal.reason, suggestion: undefined },
      { line: 2, id: 'a', reason: 'No.', suggestion: undefined },
    ]);
    expect(run.changes).toEqual([]);
  });

  it('an import ends when the service refuses a request', async () => {
    const putMany = async (): Promise<Outcome<never>> => ({
      kind: 'refused',
      status: 403,
      message: 'The service is read-only',
    });
    const run = start(entriesOf([makeRecord('a'), makeRecord('b')]), { putMany });
    await run.ended;
    expect(run.progress).toMatchObject({ state: 'failed', message: 'The service is read-only', created: 0 });
  });

  it('an import pauses when the network fails, and goes on after it', async () => {
    const service = new FakeService([], ['lost request']);
    let pause = () => {};
    const paused = new Promise<void>((resolve) => {
      pause = resolve;
    });
    const run = startImport(batchesOf(entriesOf([makeRecord('a')])), service, usual, () => {
      if (run.progress.state === 'paused') pause();
    });
    await paused;
    expect(run.progress).toMatchObject({ message: unknown.message, read: 0 });
    run.resume();
    await run.ended;
    expect(run.progress).toMatchObject({ state: 'done', read: 1, created: 1, message: undefined });
  });

  it('an import counts and keeps all changes, however the network fails', async () => {
    const fates = fc.array(fc.constantFrom<Fate>('done', 'lost request', 'lost response'), { maxLength: 60 });
    const records = fc.array(
      fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer({ min: 1, max: 3 })),
      { maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(records, fates, async (pairs, someFates) => {
        const known = [makeRecord('a', 9), makeRecord('b', 1)];
        const service = new FakeService(known, someFates);
        const list = pairs.map(([id, latitude]) => makeRecord(id, latitude));
        const run = startPatiently(list, service);
        await run.ended;
        const { state, read, created, replaced, unchanged } = run.progress;
        expect({ state, read }).toEqual({ state: 'done', read: list.length });
        expect(created + replaced + unchanged).toBe(list.length);
        // The last record of each identifier wins, as without any failure.
        const all = [...known, ...list].map((record) => [record.id, record] as const);
        expect([...service.records].sort()).toEqual([...new Map(all)].sort());
        for (const { id, before } of run.changes) {
          expect(before?.coordinates.latitude).toBe(
            known.find((record) => record.id === id)?.coordinates.latitude,
          );
        }
      }),
    );
  });

  it('an import that is stopped closes the file', async () => {
    let isClosed = false;
    async function* endless() {
      try {
        for (let index = 0; ; index++) yield entriesOf([makeRecord(`${index}`)]);
      } finally {
        isClosed = true;
      }
    }
    const run: ImportRun = startImport(endless(), new FakeService(), usual, () => run.stop());
    await run.ended;
    const { state, read, created } = run.progress;
    expect([state, isClosed, read]).toEqual(['stopped', true, created]);
  });

  it('an import that is stopped while it is paused counts what is unknown, and keeps it to undo it', async () => {
    const service = new FakeService([], ['done', 'lost response']);
    const run: ImportRun = startImport(batchesOf(entriesOf([makeRecord('a')])), service, usual, () => {
      if (run.progress.state === 'paused') run.stop();
    });
    await run.ended;
    expect(run.progress).toMatchObject({ state: 'stopped', unsettled: 1, created: 0 });
    expect(run.changes.map(({ id }) => id)).toEqual(['a']);
  });

  it('an import of a file that is broken writes what comes before, and says why it ends', async () => {
    const service = new FakeService();
    async function* broken() {
      yield entriesOf([makeRecord('a')]);
      throw new Error('The file is cut.');
    }
    const run = startImport(broken(), service, usual);
    await run.ended;
    expect(run.progress).toMatchObject({ state: 'failed', message: 'The file is cut.', created: 1 });
  });
});
