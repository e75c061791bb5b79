import { spawn } from 'node:child_process';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Host, Unreachable } from '../host.ts';

const script = fileURLToPath(new URL('../fixtures/in-process.mjs', import.meta.url));

/** A host without a server, in a process of its own for the sake of the version of Node.js. */
export function inProcessHost(
  name: string,
  node: string,
  entry: 'handle' | 'fetch',
  unreachable: readonly Unreachable[],
): Host {
  return {
    name,
    unreachable,
    async run(cases) {
      const child = spawn(node, [script, entry], { stdio: ['pipe', 'pipe', 'inherit'] });
      child.stdin.end(cases.map(({ id }) => id).join('\n'));
      return new Map((await json(child.stdout)) as [string, string | undefined][]);
    },
  };
}
