import { mock } from 'node:test';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type Clock,
  createFake,
  createManualClock,
  delayRequest,
  delayResponse,
  slowResponse,
} from '../../src/index.ts';
import { locationAt, numberedRecords } from '../fake-requests.ts';

afterEach(() => {
  vi.useRealTimers();
  mock.timers.reset();
});

describe('a fake whose test has faked its timers', () => {
  it.each([
    ['vitest', () => void vi.useFakeTimers()],
    ['node:test', () => mock.timers.enable()],
  ])('with %s responds late all the same', async (_runner, fakeTimers) => {
    const fake = createFake({ records: { home: locationAt(1) } });
    fake.faults.add(delayRequest(5));
    fake.faults.add(slowResponse({ interval: 1 }));
    fakeTimers();
    const response = await fake.fetch('home');
    expect(await response.json()).toEqual(locationAt(1));
  });

  it('gives a long list', async () => {
    const fake = createFake({ records: numberedRecords(20_000) });
    vi.useFakeTimers();
    expect(await (await fake.fetch('')).json()).toHaveLength(20_000);
  });
});

describe('a fake on the faked timers of its test', () => {
  const delayed = () => {
    const fake = createFake({ clock: 'faked', records: { home: locationAt(1) } });
    fake.faults.add(delayRequest(60_000), { times: 1 });
    fake.faults.add(delayResponse(30_000), { times: 1 });
    return fake;
  };

  it.each(['GET', 'PUT'])('responds to %s when vitest has moved the time', async (method) => {
    vi.useFakeTimers();
    const fake = delayed();
    const init = method === 'GET' ? {} : { method, body: JSON.stringify(locationAt(2)) };
    const headers = { 'Content-Type': 'application/json' };
    let status = 0;
    void fake.fetch('home', { ...init, headers }).then((response) => {
      status = response.status;
    });
    await vi.advanceTimersByTimeAsync(89_999);
    expect([status, fake.journal.lines()]).toEqual([0, [`${method} /home pending`]]);
    await vi.advanceTimersByTimeAsync(1);
    expect([status, fake.journal.lines()]).toEqual([200, [`${method} /home 200`]]);
    const { arrivedAt, endedAt = 0 } = fake.journal.only();
    expect(endedAt - arrivedAt).toBe(90_000);
  });

  it('sends each piece when its time has come', async () => {
    vi.useFakeTimers();
    const fake = createFake({ clock: 'faked', records: { home: locationAt(1) } });
    fake.faults.add(slowResponse({ pieceLength: 10, interval: 1000 }));
    const text = fake.fetch('home').then((response) => response.text());
    await vi.runAllTimersAsync();
    expect(JSON.parse(await text)).toEqual(locationAt(1));
    expect(fake.journal.only().endedAt).toBe(Date.now());
  });

  it('responds when node:test has moved the time', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const fake = delayed();
    const pending = fake.fetch('home');
    mock.timers.tick(60_000);
    await new Promise(setImmediate);
    mock.timers.tick(30_000);
    expect((await pending).status).toBe(200);
    expect(fake.journal.only()).toMatchObject({ arrivedAt: 0, endedAt: 90_000 });
  });

  it('ends a wait when its client aborts', async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const pending = delayed().fetch('home', { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(pending).rejects.toThrow('enough');
    await expect.poll(() => vi.getTimerCount()).toBe(0);
  });

  it('is late by the real time where no timers are faked', async () => {
    const fake = createFake({ clock: 'faked' });
    fake.faults.add(delayResponse(5));
    await fake.fetch('');
    const { arrivedAt, endedAt = 0 } = fake.journal.only();
    expect(endedAt - arrivedAt).toBeGreaterThan(0);
  });

  it('is the clock of its forks, too', async () => {
    vi.useFakeTimers();
    const fork = delayed().fork();
    fork.faults.add(delayResponse(1000));
    const pending = fork.fetch('');
    await vi.advanceTimersByTimeAsync(1000);
    expect(await (await pending).text()).toContain('latitude');
  });
});

describe('a client that aborts', () => {
  it.each([
    ['delayRequest', delayRequest(60_000), 1],
    ['delayResponse', delayResponse(60_000), 0],
  ])('ends the wait of %s', async (_name, fault, left) => {
    const clock = createManualClock();
    const fake = createFake({ clock, records: { home: locationAt(1) } });
    fake.faults.add(fault);
    const controller = new AbortController();
    const pending = fake.fetch('home', { method: 'DELETE', signal: controller.signal });
    await expect.poll(() => clock.waiting).toBe(1);
    controller.abort(new Error('enough'));
    await expect(pending).rejects.toThrow('enough');
    await expect.poll(() => clock.waiting).toBe(0);
    expect(fake.records.size).toBe(left);
    expect(fake.journal.lines()).toEqual(['DELETE /home broken']);
  });

  it('ends a wait by the clock of the machine, too', async () => {
    const fake = createFake();
    fake.faults.add(delayResponse(60_000));
    const signal = AbortSignal.timeout(1);
    await expect(fake.fetch('a', { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect.poll(() => fake.journal.lines()).toEqual(['GET /a broken']);
  });
});

describe('a manual clock', () => {
  it('stands still until it is told to go on', async () => {
    const clock = createManualClock();
    const order: string[] = [];
    const late = clock.wait(20).then(() => order.push(`late ${clock.now()}`));
    const early = clock.wait(10).then(() => order.push(`early ${clock.now()}`));
    expect([clock.now(), clock.waiting]).toEqual([0, 2]);
    await clock.advance(9);
    expect([clock.now(), clock.waiting]).toEqual([9, 2]);
    await clock.advance(11);
    await Promise.all([late, early]);
    expect(order).toEqual(['early 10', 'late 20']);
    expect([clock.now(), clock.waiting]).toEqual([20, 0]);
  });

  it('ends waits that begin while it goes on', async () => {
    const clock = createManualClock();
    const ends: number[] = [];
    const chain = (async () => {
      for (let count = 0; count < 3; count++) {
        await clock.wait(10);
        ends.push(clock.now());
      }
    })();
    await clock.advance(100);
    await chain;
    expect(ends).toEqual([10, 20, 30]);
  });

  it('goes on by the sum of calls that overlap', async () => {
    const clock = createManualClock();
    const ended = clock.wait(60).then(() => clock.now());
    const first = clock.advance(50);
    await clock.advance(50);
    expect([clock.now(), await ended]).toEqual([100, 60]);
    const longer = clock.advance(100);
    await clock.advance(10);
    expect(clock.now()).toBe(210);
    await Promise.all([first, longer]);
  });

  it.each([-1, Number.NaN])('does not go back by %d', async (milliseconds) => {
    await expect(createManualClock().advance(milliseconds)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });
});

it('a clock may be an object of a class, whose methods use its fields', async () => {
  class SteppingClock implements Clock {
    #now = 0;
    now(): number {
      return this.#now;
    }
    async wait(milliseconds: number): Promise<void> {
      this.#now += milliseconds;
    }
  }
  const fake = createFake({ clock: new SteppingClock() });
  fake.faults.add(delayResponse(5));
  expect((await fake.fetch('a')).status).toBe(404);
  expect(fake.journal.only()).toMatchObject({ arrivedAt: 0, endedAt: 5 });
});
