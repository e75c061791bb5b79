import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { Io, StopSignal } from '../src/io.ts';
import { listenForStop } from '../src/until-stopped.ts';

/** Sends signals at the given moments, and tells what was understood. */
async function send(
  ...signals: [StopSignal, number][]
): Promise<{ asked: boolean; insisted: number | undefined }> {
  const events = new EventEmitter();
  let now = 0;
  const stop = listenForStop(events as unknown as Io, { now: () => now });
  for (const [signal, at] of signals) {
    now = at;
    events.emit(signal, signal);
  }
  const nothing = Promise.resolve(undefined);
  const asked = await Promise.race([
    stop.asked.then(() => true),
    nothing.then(() => nothing).then(() => false),
  ]);
  const insisted = await Promise.race([stop.insisted, nothing.then(() => nothing)]);
  stop.release();
  expect(events.eventNames()).toEqual([]);
  return { asked, insisted };
}

test('without a signal, nothing stops', async () => {
  expect(await send()).toEqual({ asked: false, insisted: undefined });
});

test('the first signal asks the command to stop', async () => {
  expect(await send(['SIGTERM', 0])).toEqual({ asked: true, insisted: undefined });
});

test('the second signal ends the command, with 128 + its number', async () => {
  expect(await send(['SIGTERM', 0], ['SIGTERM', 1])).toEqual({ asked: true, insisted: 143 });
  expect(await send(['SIGTERM', 0], ['SIGINT', 1])).toEqual({ asked: true, insisted: 130 });
  expect(await send(['SIGINT', 0], ['SIGINT', 100])).toEqual({ asked: true, insisted: 130 });
});

test('two SIGHUPs of a closed terminal within 100 ms count as one', async () => {
  expect(await send(['SIGHUP', 0], ['SIGHUP', 99])).toEqual({ asked: true, insisted: undefined });
  expect(await send(['SIGHUP', 0], ['SIGHUP', 100])).toEqual({ asked: true, insisted: 129 });
  expect(await send(['SIGHUP', 0], ['SIGTERM', 1])).toEqual({ asked: true, insisted: 143 });
});

test('two SIGINTs of one Ctrl-C within 100 ms count as one', async () => {
  expect(await send(['SIGINT', 0], ['SIGINT', 99])).toEqual({ asked: true, insisted: undefined });
  expect(await send(['SIGINT', 0], ['SIGINT', 99], ['SIGINT', 100])).toEqual({ asked: true, insisted: 130 });
});
