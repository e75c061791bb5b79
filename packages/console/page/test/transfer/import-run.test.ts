import type { ParsedEntry } from '@location-records/formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LocationRecord, Outcome } from '../../src/api.ts';
import { type ImportRun, startImport } from '../../src/transfer/import-run.ts';

const done = <Value>(value: Value): Outcome<Value> => ({ kind: 'done', value });
const unknown = { kind: 'unknown', message: 'The service cannot be reached.' } as const;

/**
 * What happens to a request: it gets through, or the network fails before or after the service has got it.
 */
type Fate = 'done' | 'lost request' | 'lost response';

/** A service of records by identifier, with a network that does what it is told, and then works. */
class FakeService {
  readonly records = new Map<string, LocationRecord>();
  readonly writes: LocationRecord[] = [];
  maxOpen = 0;
  readonly #fates: Fate[];
  #open = 0;

  constructor(fates: readonly Fate[] = []) {
    this.#fates = [...fates];
  }

  readonly api = {
    read: (id: string) => this.#request(() => this.records.get(id)),
    put: (record: LocationRecord) =>
      this.#request(() => {
        this.writes.push(record);
        this.records.set(record.id, record);
        return undefined;
      }),
  };

  async #request<Value>(handle: () => Value): Promise<Outcome<Value>> {
    this.maxOpen = Math.max(this.maxOpen, ++this.#open);
    const fate = this.#fates.shift() ?? 'done';
    await nextTurn();
    const value = fate === 'lost request' ? undefined : handle();
    await nextTurn();
    this.#open--;
    return fate === 'done' ? done(value as Value) : unknown;
  }
}

/** Lets other requests begin. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function makeRecord(id: string, latitude = 1): LocationRecord {
  return { id, description: undefined, coordinates: { latitude, longitude: 2 } };
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

/** Starts an import that goes on after each pause. */
function startPatiently(records: readonly LocationRecord[], { api }: FakeService) {
  let pauses = 0;
  const run: ImportRun = startImport(batchesOf(entriesOf(records)), api, () => {
    if (run.progress.state !== 'paused') return;
    pauses++;
    queueMicrotask(() => run.resume());
  });
  return { run, pauses: () => pauses };
}

describe('startImport', () => {
  it('an import creates, replaces, and leaves what is the same', async () => {
    const service = new FakeService();
    for (const id of ['same', 'other']) service.records.set(id, makeRecord(id));
    const run = startImport(
      batchesOf(entriesOf([makeRecord('new'), makeRecord('same'), makeRecord('other', 5)])),
      service.api,
    );
    await run.ended;
    expect(run.progress).toMatchObject({
      state: 'done',
      read: 3,
      created: 1,
      replaced: 1,
      unchanged: 1,
      refused: 0,
    });
    expect(service.writes.map(({ id }) => id).sort()).toEqual(['new', 'other']);
  });

  it('an import keeps the reasons of the file and of the service', async () => {
    const { api } = new FakeService();
    const refused = { kind: 'refused', status: 400, message: 'Provided JSON is not valid' } as const;
    const refusal: ParsedEntry = {
      index: 1,
      line: 2,
      id: 'x',
      rule: 'D29',
      reason: 'unknown property "descripton"',
      suggestion: 'did you mean "description"?',
    };
    const run = startImport(batchesOf([refusal, ...entriesOf([makeRecord('a')])]), {
      ...api,
      put: async () => refused,
    });
    await run.ended;
    expect(run.progress).toMatchObject({ state: 'done', read: 2, created: 0, refused: 2 });
    expect(run.progress.problems).toEqual([
      { line: 2, id: 'x', reason: refusal.reason, suggestion: refusal.suggestion },
      { line: 2, id: 'a', reason: 'Provided JSON is not valid', suggestion: undefined },
    ]);
  });

  it('an import keeps the first hundred reasons, and counts all', async () => {
    const refusals = Array.from({ length: 250 }, (_, index) => ({
      index: index + 1,
      line: index + 1,
      rule: 'D29',
      reason: 'no',
    }));
    const run = startImport(batchesOf(refusals), new FakeService().api);
    await run.ended;
    expect([run.progress.refused, run.progress.problems.length, run.progress.problems[99]?.line]).toEqual([
      250, 100, 100,
    ]);
  });

  it('an import has at most eight requests under way', async () => {
    const service = new FakeService();
    const run = startImport(
      batchesOf(entriesOf(Array.from({ length: 100 }, (_, index) => makeRecord(`${index}`)))),
      service.api,
    );
    await run.ended;
    expect([service.maxOpen, run.progress.created]).toEqual([8, 100]);
  });

  it('an import pauses when the network fails, and begins nothing further', async () => {
    const service = new FakeService(['lost request']);
    let pause = () => {};
    const paused = new Promise<void>((resolve) => {
      pause = resolve;
    });
    const records = Array.from({ length: 50 }, (_, index) => makeRecord(`${index}`));
    const run = startImport(batchesOf(entriesOf(records)), service.api, () => {
      if (run.progress.state === 'paused') pause();
    });
    await paused;
    expect(run.progress).toMatchObject({ state: 'paused', message: 'The service cannot be reached.' });
    expect(run.progress.read).toBeLessThan(50);
    run.resume();
    await run.ended;
    expect(run.progress).toMatchObject({ state: 'done', read: 50, created: 50, message: undefined });
  });

  it('an import writes nothing twice, however the network fails', async () => {
    const fates = fc.array(fc.constantFrom<Fate>('done', 'lost request', 'lost response'), { maxLength: 60 });
    const records = fc.array(
      fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer({ min: 1, max: 3 })),
      { maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(records, fates, async (pairs, someFates) => {
        const service = new FakeService(someFates);
        const list = pairs.map(([id, latitude]) => makeRecord(id, latitude));
        const { run } = startPatiently(list, service);
        await run.ended;
        const { state, read, created, replaced, unchanged, refused } = run.progress;
        expect({ state, read, refused }).toEqual({ state: 'done', read: list.length, refused: 0 });
        // The last record of each identifier wins, as without any failure.
        expect([...service.records].sort()).toEqual(
          [...new Map(list.map((record) => [record.id, record]))].sort(),
        );
        expect(service.writes.length).toBe(created + replaced);
        expect(created + replaced + unchanged).toBe(list.length);
        expect(created).toBe(new Set(list.map(({ id }) => id)).size);
      }),
    );
  });

  it('an import that is stopped closes the file', async () => {
    const service = new FakeService();
    let isClosed = false;
    async function* endless() {
      try {
        for (let index = 0; ; index++) yield entriesOf([makeRecord(`${index}`)]);
      } finally {
        isClosed = true;
      }
    }
    const run = startImport(endless(), service.api, () => {
      if (run.progress.created === 20) run.stop();
    });
    await run.ended;
    const { state, read, created } = run.progress;
    expect([state, isClosed, read]).toEqual(['stopped', true, created]);
  });

  it('an import that is stopped while it is paused counts what is unknown', async () => {
    const service = new FakeService(['done', 'lost response']);
    const run = startImport(batchesOf(entriesOf([makeRecord('a'), makeRecord('b')])), service.api, () => {
      if (run.progress.state === 'paused') run.stop();
    });
    await run.ended;
    expect(run.progress.state).toBe('stopped');
    expect(run.progress.unsettled).toBeGreaterThan(0);
  });

  it('an import of a file that fails settles what it has begun, and says why', async () => {
    const service = new FakeService();
    async function* broken() {
      yield entriesOf([makeRecord('a')]);
      throw new Error('The file is gone.');
    }
    const run = startImport(broken(), service.api);
    await run.ended;
    expect(run.progress).toMatchObject({ state: 'failed', message: 'The file is gone.', created: 1 });
  });
});
