import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { afterEach, expect, test, vi } from 'vitest';
import { createHeapLimit } from '../../../src/commands/import/heap-limit.ts';

vi.mock('node:v8', () => ({ getHeapSpaceStatistics: vi.fn(), setFlagsFromString: vi.fn() }));

afterEach(() => {
  vi.resetAllMocks();
});

/** Says how large the young generation is, in bytes. */
function reportYoungGeneration(...spaces: object[]): void {
  vi.mocked(getHeapSpaceStatistics).mockReturnValue(spaces as never);
}

const flags = () => vi.mocked(setFlagsFromString).mock.calls.map(([flag]) => flag);
const always = '--heap-growing-percent=30';

test('the young generation grows to 8 MB, and is then limited once', () => {
  const limitHeap = createHeapLimit();
  const old = { space_name: 'old_space', space_size: 50_000_000 };
  reportYoungGeneration(old, { space_name: 'new_space', space_size: 4_000_000 });
  limitHeap();
  expect(flags()).toEqual([always]);
  reportYoungGeneration(old, { space_name: 'new_space', space_size: 8_388_608 });
  limitHeap();
  limitHeap();
  expect(flags()).toEqual([always, '--semi-space-growth-factor=1']);
});

test('an engine that tells of no young generation gets no limit of it', () => {
  reportYoungGeneration();
  createHeapLimit()();
  expect(flags()).toEqual([always]);
});
