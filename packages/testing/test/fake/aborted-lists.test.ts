import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFake, createManualClock, delayRequest, delayResponse, type Fault } from '../../src/index.ts';
import { numberedRecords } from '../fake-requests.ts';

/** Responds with a list that has no end when `ready` resolves. `release` is called when the list is released. */
function endlessList(release: () => Promise<void>, ready: Promise<unknown> = Promise.resolve()): Fault {
  const body: AsyncIterableIterator<string> = {
    next: async () => ({ done: false, value: '["a",{}],' }),
    async return() {
      await release();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => body,
  };
  return {
    name: 'endlessList',
    skipsService: true,
    createHandler: () => async () => {
      await ready;
      return { status: 200, headers: { 'Content-Type': 'application/json' }, body };
    },
  };
}

describe('a list whose client aborts', () => {
  it('is released when the client has read nothing of it', async () => {
    const fake = createFake({ records: numberedRecords(5000) });
    const controller = new AbortController();
    const response = await fake.fetch('', { signal: controller.signal });
    expect(fake.journal.lines()).toEqual(['GET / 200 pending']);
    controller.abort(new Error('enough'));
    await expect.poll(() => fake.journal.lines()).toEqual(['GET / 200 left']);
    await expect(response.text()).rejects.toThrow('enough');
  });

  it('is released when the client reads no further', async () => {
    const release = vi.fn(async () => {});
    const fake = createFake();
    fake.faults.add(endlessList(release));
    const controller = new AbortController();
    const response = await fake.fetch('', { signal: controller.signal });
    await response.body?.getReader().read();
    controller.abort();
    await expect.poll(() => fake.journal.lines()).toEqual(['GET / 200 left']);
    expect(release).toHaveBeenCalledTimes(1);
  });

  it('is released when it comes after the abort', async () => {
    const release = vi.fn(async () => {});
    let respond = () => {};
    const ready = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const fake = createFake();
    fake.faults.add(endlessList(release, ready));
    const controller = new AbortController();
    const pending = fake.fetch('', { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(pending).rejects.toThrow('enough');
    expect(fake.journal.lines()).toEqual(['GET / pending']);
    respond();
    await expect.poll(() => fake.journal.lines()).toEqual(['GET / 200 left']);
    expect(release).toHaveBeenCalledTimes(1);
  });

  it('is released when it is delayed', async () => {
    const release = vi.fn(async () => {});
    const clock = createManualClock();
    const fake = createFake({ clock });
    fake.faults.add(delayResponse(60_000));
    fake.faults.add(endlessList(release));
    const controller = new AbortController();
    const pending = fake.fetch('', { signal: controller.signal });
    await expect.poll(() => clock.waiting).toBe(1);
    controller.abort(new Error('enough'));
    await expect(pending).rejects.toThrow('enough');
    await expect.poll(() => fake.journal.lines()).toEqual(['GET / broken']);
    expect(release).toHaveBeenCalledTimes(1);
  });

  it('may fail when it is released', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    onTestFinished(() => {
      process.off('unhandledRejection', unhandled);
    });
    const release = vi.fn(() => Promise.reject(new Error('cannot be released')));
    const fake = createFake();
    fake.faults.add(endlessList(release));
    const controller = new AbortController();
    const response = await fake.fetch('', { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(response.text()).rejects.toThrow('enough');
    expect(release).toHaveBeenCalledTimes(1);
    // Node.js tells of unhandled rejections at the end of a turn of the event loop.
    await new Promise(setImmediate);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe('a record whose client aborts', () => {
  it('cannot be read any more, as with the real fetch', async () => {
    const fake = createFake({ records: numberedRecords(1) });
    const controller = new AbortController();
    const [[id] = ['']] = fake.records.toArray();
    const response = await fake.fetch(id, { signal: controller.signal });
    expect(response.headers.get('content-length')).not.toBeNull();
    controller.abort(new Error('enough'));
    await expect(response.text()).rejects.toThrow('enough');
  });

  it('ends a delay on a port, and the service never sees the request', async () => {
    const clock = createManualClock();
    const fake = createFake({ clock, records: numberedRecords(1) });
    fake.faults.add(delayRequest(60_000));
    const [[id] = ['']] = fake.records.toArray();
    await using listening = await fake.listen();
    const controller = new AbortController();
    const asked = fetch(`${listening.url}/${id}`, { method: 'DELETE', signal: controller.signal });
    await expect.poll(() => clock.waiting).toBe(1);
    controller.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
    await expect.poll(() => clock.waiting).toBe(0);
    expect(fake.journal.lines()).toEqual([`DELETE /${id} broken`]);
    expect(fake.records.size).toBe(1);
  });
});
