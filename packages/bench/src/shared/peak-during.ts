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
  let isOver = false;
  const sampling = (async () => {
    let sampled = 0;
    while (!isOver) {
      sampled = Math.max(sampled, await memoryOf(pid, 'VmRSS'));
      await setTimeout(sampleMs);
    }
    return sampled;
  })();
  const acting = act().finally(() => {
    isOver = true;
  });
  const [result, sampled] = await Promise.all([acting, sampling]);
  // The kernel counts resident pages per CPU and adds them up now and then, so either figure may be the larger one.
  return { result, before, peak: Math.max(await memoryOf(pid, 'VmHWM'), sampled) };
}
