/** Taken when this module is loaded, so that a program that fakes its timers later does not stop the map. */
const { setTimeout } = globalThis;

/** Resolves after some milliseconds. A process that has nothing else to do ends meanwhile. */
export function sleep(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    const timer: unknown = setTimeout(resolve, Math.max(ms, 0), undefined);
    (timer as { unref?(): void } | undefined)?.unref?.();
  });
}
