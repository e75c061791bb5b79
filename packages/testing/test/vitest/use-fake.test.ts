import { test as base, describe, expect } from 'vitest';
import { createFake, type Fake, loseResponse } from '../../src/index.ts';
import { useFake, type VitestTask } from '../../src/vitest/index.ts';
import { locationAt } from '../fake-requests.ts';

const fixture = createFake({ records: { home: locationAt(1) } });
const test = base
  .extend({ fake: useFake(fixture), strict: useFake(fixture, { unmetFaults: 'fail' }) })
  .extend<{ shared: Fake }>({ shared: [useFake(fixture), { scope: 'file' }] });

describe.concurrent('the fake of a test', () => {
  for (const number of [1, 2, 3]) {
    test(`is a fork of its own in test ${number}`, async ({ fake, expect }) => {
      await fake.fetch('home', { method: 'DELETE' });
      await new Promise(setImmediate);
      expect(fake).toHaveReceivedTimes(1);
      expect([fake.records.size, fixture.records.size]).toEqual([0, 1]);
    });
  }

  test('may belong to all tests of a file', ({ shared, fake, expect }) => {
    expect(shared.records.toArray()).toEqual(fake.records.toArray());
  });

  test('may leave a fault unmet', ({ fake, expect }) => {
    fake.faults.add(loseResponse());
    expect(fake.faults.unmet).toHaveLength(1);
  });

  test('meets its faults', async ({ strict, expect }) => {
    strict.faults.add(loseResponse());
    await expect(strict.fetch('home')).rejects.toThrow(TypeError);
  });

  test.fails('fails a test with an unmet fault, where that was asked for', async ({ strict, expect }) => {
    strict.faults.add(loseResponse(), { method: 'PUT' });
    expect((await strict.fetch('home')).status).toBe(200);
  });
});

describe('the end of a test', () => {
  /** Runs a test with the fixture as Vitest does. */
  async function run(task: VitestTask, body: (fake: ReturnType<typeof createFake>) => Promise<unknown>) {
    await useFake(fixture, { unmetFaults: 'fail' })({ task }, async (fake) => void (await body(fake)));
  }

  base('closes the ports of its fake', async () => {
    let url = '';
    await run({}, async (fake) => {
      ({ url } = await fake.listen());
    });
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  base('names the unmet faults and what has arrived', async () => {
    const passed = run({ result: { state: 'pass' } }, async (fake) => {
      fake.faults.add(loseResponse(), { method: 'PUT', id: 'home' });
      fake.faults.add(loseResponse());
      fake.faults.add(loseResponse(), { route: 'collection' });
      await fake.fetch('home').catch(() => {});
    });
    await expect(passed).rejects.toMatchObject({
      code: 'FAULTS_UNMET',
      message:
        'No request has met loseResponse of a PUT request for "home", nor loseResponse of a request for the list. This has arrived:\n  GET /home broken – met loseResponse',
    });
  });

  base('adds what has arrived to the last error of a test that fails, and no error of its own', async () => {
    const errors = [{ message: 'first' }, { message: 'last' }];
    await run({ result: { state: 'fail', errors } }, async (fake) => {
      fake.faults.add(loseResponse(), { method: 'PUT' });
      await fake.fetch('away');
    });
    expect(errors.map(({ message }) => message)).toEqual([
      'first',
      'last\n\nThe fake has received:\n  GET /away 404 – SPEC 4.1: the record "away" is absent',
    ]);
  });

  base.for([[undefined], [{ message: 5 }]])('leaves what is not an error as it was: %j', async ([thrown]) => {
    let url = '';
    const errors = [thrown ?? {}];
    await run({ result: { state: 'fail', errors } }, async (fake) => {
      ({ url } = await fake.listen());
    });
    expect(errors).toEqual([thrown ?? {}]);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  base('adds nothing to an error that lists it already', async () => {
    const errors = [{ message: 'Expected a PUT request, but this has arrived: no request' }];
    await run({ result: { state: 'fail', errors } }, async (fake) => fake.fetch('away'));
    expect(errors[0]?.message).toMatch(/no request$/);
  });
});
