import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';

const program = fileURLToPath(new URL('faulty-server.py', import.meta.url));

/**
 * Starts the faulty service of `faulty-server.py`, with all of its faults by default, for the duration of a
 * test, whose context it is given. Resolves to its URL.
 */
export async function startFaultyServer(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  faults?: readonly string[],
): Promise<string> {
  const args = faults ? [faults.join() || 'none'] : [];
  const python: ChildProcess = spawn('python3', [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    python.kill();
    if (python.exitCode === null && python.signalCode === null) await once(python, 'close');
  });
  const ended = once(python, 'close').then(([code]) => {
    throw new Error(`The faulty server has ended with ${code}.`);
  });
  const [line] = await Promise.race([
    once(python.stdout as NonNullable<typeof python.stdout>, 'data'),
    ended,
  ]);
  return String(line).trim();
}
