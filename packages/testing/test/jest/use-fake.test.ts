import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFake, type Fake, loseResponse } from '../../src/index.ts';

const fixture = createFake();

/** The hooks that were registered last. */
const hooks: { begin?: () => void; end?: () => Promise<void> } = {};

/** Loads the entry in a Jest that has these matchers. */
async function loadEntry(expect: object | null = { extend() {} }) {
  vi.resetModules();
  vi.doMock('@jest/globals', () => ({
    expect,
    beforeEach: (begin: () => void) => Object.assign(hooks, { begin }),
    afterEach: (end: () => Promise<void>) => Object.assign(hooks, { end }),
  }));
  onTestFinished(() => {
    vi.doUnmock('@jest/globals');
  });
  return import('../../src/jest/index.ts');
}

describe('the entry for Jest', () => {
  it('adds the matchers when it is imported', async () => {
    const extend = vi.fn();
    await loadEntry({ extend });
    expect(extend.mock.calls).toEqual([
      [
        {
          toHaveReceived: expect.any(Function),
          toHaveReceivedTimes: expect.any(Function),
        },
      ],
    ]);
  });

  it('says where to import it when Jest has no matchers yet', async () => {
    const imported = loadEntry(null);
    await expect(imported).rejects.toThrow('setupFilesAfterEnv');
    await expect(imported).rejects.toMatchObject({ code: 'OUTSIDE_TEST' });
  });
});

describe('the fake of a test of Jest', () => {
  /** Runs a test between the hooks, as Jest does. */
  async function run(getFake: () => Fake, test: (fake: Fake) => unknown): Promise<Fake> {
    hooks.begin?.();
    const fake = getFake();
    await test(fake);
    await hooks.end?.();
    return fake;
  }

  it('is a fork of its own, and closes its ports', async () => {
    const { useFake } = await loadEntry();
    const getFake = useFake(fixture);
    let url = '';
    const first = await run(getFake, async (fake) => {
      fake.faults.add(loseResponse());
      ({ url } = await fake.listen());
    });
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    const second = await run(getFake, (fake) => expect(getFake()).toBe(fake));
    expect(new Set([fixture, first, second]).size).toBe(3);
  });

  it('exists only while the test runs', async () => {
    const { useFake } = await loadEntry();
    const getFake = useFake(fixture);
    expect(getFake).toThrow(expect.objectContaining({ code: 'OUTSIDE_TEST' }));
    await run(getFake, () => {});
    expect(getFake).toThrow('ask for it in the test');
  });

  it('fails its test when a fault is unmet, where that was asked for', async () => {
    const { useFake } = await loadEntry();
    const getFake = useFake(fixture, { unmetFaults: 'fail' });
    const test = (fake: Fake) => fake.faults.add(loseResponse());
    await expect(run(getFake, test)).rejects.toMatchObject({ code: 'FAULTS_UNMET' });
  });
});
