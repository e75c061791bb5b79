import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { NodeRequest } from '../src/node/node-request.ts';
import { drain } from '../src/node/unread-body.ts';

it('gives a client half a second to end its body', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const message = new PassThrough();
  const drained = vi.fn();
  void drain({ message } as unknown as NodeRequest).then(drained);
  message.write('the beginning of a body');
  await vi.advanceTimersByTimeAsync(499);
  expect(drained).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(drained).toHaveBeenCalledExactlyOnceWith(false);
});
