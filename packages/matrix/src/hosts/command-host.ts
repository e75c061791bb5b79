import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ServiceOptions } from '@location-records/conformance';
import { socketService } from '@location-records/conformance/node';
import type { Host } from '../host.ts';
import { noFaults } from '../reasons/unmet-needs.ts';
import { runCases } from '../run-cases.ts';

const manifest = createRequire(import.meta.url).resolve('location-records/package.json');
const program = join(dirname(manifest), 'dist', 'bin.js');

/** The command on its memory store. */
export const commandHost: Host = {
  name: 'location-records serve',
  unreachable: noFaults,
  run: (cases) =>
    runCases(cases, async (options) => {
      const flags = ['--port', '0', '--log', 'off', '--store', 'memory:', ...flagsOf(options)];
      const child = spawn(process.execPath, [program, 'serve', ...flags], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(child, 'exit').then(() => {
        throw new Error(`${program} ended before it listened.`);
      });
      const listening = once(createInterface({ input: child.stdout }), 'line');
      const [line] = (await Promise.race([listening, ended])) as [string];
      const port = Number(/:(\d+)(?:\/|$)/.exec(line)?.[1]);
      return {
        service: socketService({ host: '127.0.0.1', port, timeout: 5000 }),
        async close() {
          const exited = once(child, 'exit');
          child.kill();
          await exited;
        },
      };
    }),
};

/** The flags of options: each has the name of its option in kebab-case. */
function flagsOf(options: ServiceOptions): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return value === true ? [flag] : [flag, String(value)];
  });
}
