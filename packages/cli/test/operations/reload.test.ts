import { expect, test } from 'vitest';
import type { LogEvent } from '../../src/commands/serve/log-lines.ts';
import { createReloads, reloadsOnHangup, stopSignalsOf } from '../../src/operations/reload.ts';

test('SIGHUP stops a command, unless it has a file of tokens or a certificate to read again', () => {
  expect(reloadsOnHangup({})).toBe(false);
  expect(reloadsOnHangup({ tokenFile: 'tokens' })).toBe(true);
  expect(reloadsOnHangup({ tlsCert: 'cert.pem' })).toBe(true);
  expect(stopSignalsOf(false)).toContain('SIGHUP');
  expect(stopSignalsOf(true)).toEqual(['SIGINT', 'SIGTERM']);
});

test('a reload that fails reports one error, and the others go on', async () => {
  const events: LogEvent[] = [];
  const { onReload, reload } = createReloads((event) => events.push(event));
  onReload(() => Promise.reject(new Error('--tls-cert cannot be read')), '--tls-cert');
  onReload(() => {}, '--token-file');
  onReload(() => {});
  await reload();
  expect(events).toEqual([
    { event: 'error', error: '--tls-cert cannot be read', code: undefined },
    { event: 'reread', what: '--token-file' },
  ]);
});

test('a reload begins when an earlier one has ended', async () => {
  const { onReload, reload } = createReloads(() => {});
  const steps: string[] = [];
  onReload(async () => {
    steps.push('begin');
    await Promise.resolve();
    steps.push('end');
  });
  await Promise.all([reload(), reload()]);
  expect(steps).toEqual(['begin', 'end', 'begin', 'end']);
});
