import { fileURLToPath } from 'node:url';
import { workerdCommand } from '../hosts/workerd-command.ts';
import { binaryOf } from '../runtimes.ts';

/** A program that serves the endless list, and prints the ports of the service and of its control. */
export interface LeavingHost {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
}

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}.mjs`, import.meta.url));
const endless = { endless: true };
const options = JSON.stringify(endless);

/** Each with a way to collect its garbage. To be called when the runtimes are there. */
export function leavingHosts(): readonly LeavingHost[] {
  return [
    onNode('node:http, Node.js 20', process.execPath),
    onNode('node:http, Node.js 22', binaryOf('node22')),
    onNode('node:http, Node.js 24', binaryOf('node24')),
    onNode('node:http, Node.js 26', binaryOf('node26')),
    onExpress('Express 4', { express: 'express4' }),
    onExpress('Express 5', { express: 'express' }),
    onExpress('Express 4, behind compression()', { express: 'express4', compressed: true }),
    onExpress('Express 5, behind compression()', { express: 'express', compressed: true }),
    { name: 'fetch, Bun', command: [binaryOf('bun'), fixture('bun'), options] },
    {
      name: 'fetch, Deno',
      command: [binaryOf('deno'), 'run', '--allow-all', '--v8-flags=--expose-gc', fixture('deno'), options],
    },
    { name: 'fetch, workerd', command: workerdCommand(['--expose-gc'])(endless) },
  ];
}

function onNode(name: string, node: string): LeavingHost {
  return { name, command: [node, '--expose-gc', fixture('node'), options] };
}

function onExpress(name: string, app: { readonly express: string; readonly compressed?: true }): LeavingHost {
  const appOptions = JSON.stringify({ ...endless, ...app });
  return { name, command: [process.execPath, '--expose-gc', fixture('express'), appOptions] };
}
