import type { Entrant } from '../shared/cpu-time/contestants.ts';
import { record } from '../shared/cpu-time/record.ts';
import { ServerProcess } from '../shared/server-process.ts';

/** What runs the bare server, against which the others are measured, comes first. */
export const entrants: readonly Entrant[] = [
  { name: 'bare node:http', start: (settings) => ServerProcess.startOwn('bare', [record.body], settings) },
  { name: 'createListener', start: (settings) => ServerProcess.startOwn('listener', [], settings) },
  { name: 'createServer', start: (settings) => ServerProcess.startOwn('adapter', [], settings) },
  { name: 'command', start: (settings) => ServerProcess.startCli('memory:', settings) },
];
