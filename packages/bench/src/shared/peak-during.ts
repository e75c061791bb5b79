import { setTimeout } from 'node:timers/promises';
import { memoryOf, resetPeak } from '@location-records/dev-kit/campaigns';

const sampleMs = 20;

/** The resident memory of a process around `act`, in MiB: just before, and at its peak meanwhile. */
export async function peakDuring<T>(
  pid: number,
  act: () => Promise<T>,
): Promise<{ readonly result: T; readonly before: number; readonly peak: number }> {
  const before = await memoryOf(pid, 'VmRSS');
  await resetPeak(pid);
  const sampled = samplePeak(pid);
  const result = await act();
  // The kernel counts resident pages per CPU and adds them up now and then, so either figure may be the larger one.
  const peak = Math.max(await memoryOf(pid, 'VmHWM'), await sampled.stop());
  return { result, before, peak };
}

function samplePeak(pid: number) {
  let isOver = false;
  const sampling = (async () => {
    let peak = 0;
    while (!isOver) {
      peak = Math.max(peak, await memoryOf(pid, 'VmRSS'));
      await setTimeout(sampleMs);
    }
    return peak;
  })();
  return {
    stop() {
      isOver = true;
      return sampling;
    },
  };
}
