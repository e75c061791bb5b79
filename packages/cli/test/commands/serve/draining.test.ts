import { expect, test } from 'vitest';
import { serveHere } from '../../run-here.ts';

test('serve --drain-delay serves on after a signal, while it is not ready', async () => {
  const served = await serveHere(['--drain-delay', '3600', '--log', 'json']);
  const ready = async () => (await fetch(`${served.url}/-/readyz`)).status;
  expect(await ready()).toBe(200);
  served.signal('SIGTERM');
  await expect.poll(ready).toBe(503);
  const response = await fetch(`${served.url}/`);
  expect(response.status).toBe(200);
  expect(response.headers.get('connection')).toBe('close');
  expect((await fetch(`${served.url}/-/livez`)).status).toBe(200);
  expect(served.stdout.text).toContain('"event":"draining","signal":"SIGTERM","delayMs":3600000');
  // A second signal does not wait.
  served.signal('SIGTERM');
  expect(await served.exitCode).toBe(143);
});

test('serve stops by itself when the delay is over', async () => {
  const served = await serveHere(['--drain-delay', '1']);
  expect(await served.stop()).toBe(0);
  await expect(fetch(served.url)).rejects.toThrow();
});

test('a person who stops serve --drain-delay is told why it serves on', async () => {
  const served = await serveHere(['--drain-delay', '3600'], { isTTY: true, isStderrTTY: true });
  served.signal('SIGINT');
  await expect.poll(() => served.stderr.text).toContain('serving for another 3600 s, while /-/readyz is 503');
  served.signal('SIGTERM');
  expect(await served.exitCode).toBe(143);
});
