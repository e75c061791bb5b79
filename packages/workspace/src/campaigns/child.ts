import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

const running = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a program that ends no later than this process. */
export function startChild(command: readonly string[], stdio: StdioOptions): ChildProcess {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** Sends a signal, and resolves to the exit code, or to `null` when the signal ended the process. */
export async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (running.has(child)) {
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
  }
  return child.exitCode;
}

/** Resolves when the program has ended with exit code 0. */
export async function finishChild(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${child.spawnargs.join(' ')} ended with exit code ${code}.`);
}
