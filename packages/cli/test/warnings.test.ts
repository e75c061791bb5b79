import { startCli } from '@location-records/workspace/tests';
import { expect, test } from 'vitest';

/** Emits two warnings as soon as the command listens for warnings. */
const warn = `
process.on('newListener', (name) => {
  if (name !== 'warning') return;
  setImmediate(() => {
    process.emitWarning('SQLite is an experimental feature', 'ExperimentalWarning');
    process.emitWarning('another warning');
  });
});`;

test('the command prints the warnings of Node.js, except that SQLite is experimental', async () => {
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(warn)}`;
  const cli = await startCli(['--port', '0', '--store', 'memory:'], { env: { NODE_OPTIONS } });
  await cli.cli.until(() => cli.stderr().includes('another warning'));
  expect(await cli.stop()).toBe(0);
  expect(cli.stderr()).toMatch(/^\(node:\d+\) Warning: another warning\n/);
  expect(cli.stderr()).not.toContain('SQLite');
});
