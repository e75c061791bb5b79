import { handlerService } from '@location-records/conformance';
import { type DiffProgress, diffServices } from '@location-records/conformance/diff';
import type { Handler, LocationResponse } from '@location-records/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { acting, newHandler } from './faulty-services.ts';

afterEach(() => void vi.restoreAllMocks());

/** Lets shrinking end by the number of its sequences only. */
const unhurried = { maxShrinkTime: Number.POSITIVE_INFINITY };

const right = () => handlerService(newHandler());

/** A handler whose responses are as `change` makes them. */
function changing(change: (response: LocationResponse, method: string) => LocationResponse): Handler {
  const handle = newHandler();
  return async (request) => change(await handle(request), request.method);
}

/** PUT responds with 202, GET of an absent record with 410, and OPTIONS has another Allow. */
const threeFaults = (): Handler =>
  changing((response, method) => {
    if (method === 'PUT' && response.status === 200) return { ...response, status: 202 };
    if (method === 'GET' && response.status === 404) return { ...response, status: 410 };
    if (method !== 'OPTIONS') return response;
    return { ...response, headers: { ...response.headers, Allow: 'GET' } };
  });

describe('one run', () => {
  it('reports each of three independent faults once, the most important first', async () => {
    const result = await diffServices(right(), handlerService(threeFaults()), { seed: 1, ...unhurried });
    expect(result).toMatchObject({ calls: 2000, endedBy: 'calls', unreachable: undefined });
    const told = result.differences.map(({ requests, parts, isAfterOthers }) => ({
      methods: requests.map(({ method }) => method).join(),
      parts: parts[0],
      isAfterOthers,
    }));
    expect(told).toEqual([
      { methods: 'GET', parts: 'status', isAfterOthers: false },
      { methods: 'POST,PUT', parts: 'status', isAfterOthers: false },
      { methods: 'OPTIONS', parts: 'allow', isAfterOthers: false },
    ]);
    expect(result.differences.every(({ times }) => times > 5)).toBe(true);
  }, 30_000);

  it('shortens the most important differences only, and counts the others', async () => {
    const wrong = handlerService(threeFaults());
    const result = await diffServices(right(), wrong, { seed: 1, maxDifferences: 1, ...unhurried });
    expect(result).toMatchObject({
      calls: 2000,
      omitted: 2,
      differences: [{ requests: [{ method: 'GET' }] }],
    });
  });

  it('ends at the first difference, or after maxTime', async () => {
    const wrong = handlerService(threeFaults());
    const first = await diffServices(right(), wrong, { seed: 1, endAtFirst: true });
    expect(first).toMatchObject({ endedBy: 'difference', differences: [{ times: 1 }] });
    expect(first.calls).toBeLessThan(100);

    const { service, options } = slow(right(), 1000);
    const timed = await diffServices(service, right(), { ...options, seed: 1, maxTime: 100_000 });
    expect(timed).toMatchObject({ endedBy: 'time', differences: [] });
    expect(timed.calls).toBeGreaterThan(10);
    expect(timed.calls).toBeLessThanOrEqual(100);
  });

  it('names a difference that shows only after another', async () => {
    const handle = newHandler();
    const broken = new Set<string>();
    // Only a GET that itself has a wrong status makes OPTIONS of the same identifiers wrong.
    const wrong = handlerService(async (request) => {
      const [id] = /diff-\w{10}/.exec(request.target) ?? [];
      const response = await handle(request);
      if (request.method === 'GET' && response.status === 404) {
        broken.add(id ?? '');
        return { ...response, status: 410 };
      }
      return id && broken.has(id) && request.method === 'OPTIONS' ? { ...response, status: 500 } : response;
    });
    const { differences } = await diffServices(right(), wrong, { seed: 2, ...unhurried });
    expect(differences).toMatchObject([
      { requests: [{ method: 'GET' }], isAfterOthers: false },
      { requests: [{ method: 'GET' }, { method: 'OPTIONS' }], isAfterOthers: true },
    ]);
  });

  it('ends when a service is gone, and returns what it found before', async () => {
    let isGone = false;
    const mortal = acting(handlerService(threeFaults()), ({ method }) => {
      isGone ||= method === 'PATCH';
      if (isGone) throw new Error('refused');
    });
    const result = await diffServices(right(), mortal, { seed: 3 });
    expect(result).toMatchObject({ endedBy: 'unreachable', unreachable: { service: 'b' } });
    expect(result.differences.length).toBeGreaterThan(0);
    expect(result.differences.some(({ isShortest }) => isShortest)).toBe(false);
  });

  it('ends when it is aborted, and returns what it found before', async () => {
    const stop = new AbortController();
    const wrong = handlerService(
      changing((response, method) => {
        if (method !== 'OPTIONS') return response;
        stop.abort();
        return { ...response, status: 500 };
      }),
    );
    const result = await diffServices(right(), wrong, { seed: 4, signal: stop.signal });
    expect(result).toMatchObject({
      endedBy: 'signal',
      differences: [{ repeated: 'untried', isShortest: false }],
    });
  });

  it('does not wait again and again for responses that do not come', async () => {
    const clock = stoppedClock();
    const silent = acting(right(), ({ method }) => {
      if (method !== 'DELETE') return;
      clock.pass(5000);
      throw new Error('Timed out after 5000 ms waiting for a line.');
    });
    const result = await diffServices(right(), silent, { seed: 5 });
    expect(result).toMatchObject({ endedBy: 'time', differences: [{ parts: ['response'], times: 6 }] });
  });
});

describe('shrinking', () => {
  const twice = () => {
    const handle = newHandler();
    return handlerService(async (request) => {
      const response = await handle(request);
      return request.method === 'PUT' && response.status === 200 ? { ...response, status: 202 } : response;
    });
  };

  it('ends when its time is used up, and says that the example may not be the shortest', async () => {
    const find = async (maxShrinkTime: number) => {
      const reported: DiffProgress[] = [];
      const { service, options } = slow(right(), 100);
      const onProgress = (progress: DiffProgress) => void reported.push(progress);
      const all = { ...options, seed: 6, endAtFirst: true, maxShrinkTime, onProgress };
      const { differences } = await diffServices(service, twice(), all);
      vi.restoreAllMocks();
      const [{ isShortest, requests } = { isShortest: undefined, requests: [] }] = differences;
      return { isShortest, length: requests.length, shrinks: reported.at(-1)?.shrinks ?? 0 };
    };
    const [none, some, all] = [await find(0), await find(4000), await find(1_000_000)];
    expect(none).toMatchObject({ isShortest: false, shrinks: 0 });
    expect(some.isShortest).toBe(false);
    expect(some.shrinks).toBeGreaterThan(0);
    expect(some.shrinks).toBeLessThan(all.shrinks);
    expect(all).toMatchObject({ isShortest: true, length: 2 });
    expect(some.length).toBeLessThanOrEqual(none.length);
  });
});

/** A clock that moves only when it is told to. */
function stoppedClock() {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  return {
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

/** A service each of whose responses takes this long, on a clock of its own. */
function slow(service: ReturnType<typeof right>, milliseconds: number) {
  const clock = stoppedClock();
  return { service: acting(service, () => clock.pass(milliseconds)), options: { calls: 2000 } };
}
