import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { finishChild, startChild } from '@location-records/dev-kit/campaigns';

/** Runs a program of this folder in a process of its own, and gives the JSON that it writes on stdout. */
export async function runProgram<Outcome>(name: string, args: readonly number[]): Promise<Outcome> {
  const file = fileURLToPath(new URL(name, import.meta.url));
  const child = startChild([process.execPath, file, ...args.map(String)], ['ignore', 'pipe', 'inherit']);
  if (!child.stdout) throw new Error('The program has no stdout.');
  const [output] = await Promise.all([text(child.stdout), finishChild(child)]);
  return JSON.parse(output);
}
