import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';

it('does not end a process while its writer thread is in the engine', async () => {
  const entry = new URL('../../src/sqlite/writer-protocol.ts', import.meta.url).href;
  // The thread says on stdout that it leaves; the end of the process would cut it off before.
  const thread = `
    const { workerData: use } = require('node:worker_threads');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    require('node:fs').writeSync(1, 'left');
    Atomics.store(use, 0, 0);
    Atomics.notify(use, 0);
  `;
  const program = `
    import { once } from 'node:events';
    import { Worker } from 'node:worker_threads';
    import { createEngineUse, enterEngine, leaveBeforeExit } from ${JSON.stringify(entry)};
    const use = createEngineUse();
    leaveBeforeExit(use, new Int32Array(new SharedArrayBuffer(4)));
    await once(new Worker(${JSON.stringify(thread)}, { eval: true, workerData: use, execArgv: [] }), 'online');
    process.on('exit', () => process.stdout.write(enterEngine(use) ? ', and may enter' : ', and may not enter'));
    process.exit(7);
  `;
  expect(await run(program)).toEqual({ exitCode: 7, stdout: 'left, and may not enter', stderr: '' });
}, 30_000);

function run(program: string): Promise<object> {
  return new Promise((resolve) => {
    const args = [...process.execArgv, '--input-type=module', '--eval', program];
    execFile(process.execPath, args, (error, stdout, stderr) =>
      resolve({ exitCode: error?.code ?? 0, stdout, stderr }),
    );
  });
}
