import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { finishChild, startChild } from '@location-records/dev-kit/campaigns';

/**
 * Runs a program in a process of its own, and resolves to the JSON that it writes on stdout.
 *
 * @param wrapper comes before the program `node`: `['taskset', '-c', '0']`.
 */
export async function runProgram<Outcome>(
  file: URL,
  args: readonly (string | number)[],
  wrapper: readonly string[] = [],
): Promise<Outcome> {
  const command = [...wrapper, process.execPath, fileURLToPath(file), ...args.map(String)];
  const child = startChild(command, ['ignore', 'pipe', 'inherit']);
  if (!child.stdout) throw new Error('The program has no stdout.');
  const [output] = await Promise.all([text(child.stdout), finishChild(child)]);
  return JSON.parse(output);
}
