import { describe, expect, test } from 'vitest';
import { parseTrustedProxies } from '../../src/command-line/option-values.ts';
import { connectionAddress, forwardedAddress, networkOf } from '../../src/operations/client-address.ts';
import { runHere } from '../run-here.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  [undefined, undefined],
])('the connection of %s is that of the client %s', (remoteAddress, client) => {
  expect(connectionAddress(remoteAddress)).toBe(client);
});

describe('X-Forwarded-For', () => {
  test.each<[string, string | undefined, string | undefined, string | undefined]>([
    ['1', '10.0.0.1', '192.0.2.1', '192.0.2.1'],
    ['1', '10.0.0.1', '192.0.2.9, 192.0.2.1', '192.0.2.1'],
    ['2', '10.0.0.1', '192.0.2.9, 192.0.2.1, 10.0.0.2', '192.0.2.1'],
    ['2', '10.0.0.1', '192.0.2.1', '192.0.2.1'],
    ['1', '10.0.0.1', undefined, '10.0.0.1'],
    ['1', '10.0.0.1', '192.0.2.1,', '10.0.0.1'],
    ['1', '10.0.0.1', '192.0.2.1, unknown', '10.0.0.1'],
    ['1', undefined, '192.0.2.1', '192.0.2.1'],
    ['1', '10.0.0.1', '192.0.2.1:8080', '192.0.2.1'],
    ['1', '10.0.0.1', '[2001:db8::1]:8080', '2001:db8::1'],
    ['1', '10.0.0.1', '2001:db8::1', '2001:db8::1'],
    ['1', '10.0.0.1', '::ffff:192.0.2.1', '192.0.2.1'],
    ['1', '10.0.0.1', 'fe80::1%eth0', '10.0.0.1'],
    ['10.0.0.0/8', '10.0.0.1', '192.0.2.9, 192.0.2.1, 10.0.0.2', '192.0.2.1'],
    ['10.0.0.0/8', '192.0.2.1', '192.0.2.9', '192.0.2.1'],
    ['10.0.0.0/8', '::ffff:10.0.0.1', '192.0.2.1', '192.0.2.1'],
    ['10.0.0.0/8', undefined, '192.0.2.1', '192.0.2.1'],
    ['10.0.0.1, fd00::/8', 'fd00::1', '192.0.2.9, 192.0.2.1, 10.0.0.1', '192.0.2.1'],
    ['10.0.0.1,fd00::/8', 'fd00::1', '10.0.0.1', '10.0.0.1'],
  ])(
    'with --trust-proxy %s, on a connection of %s, names in %j the client %s',
    (flag, remote, field, client) => {
      const clientAddress = forwardedAddress(parseTrustedProxies(flag));
      expect(clientAddress(remote, { 'x-forwarded-for': field })).toBe(client);
    },
  );
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['1::2:3:4:5:6:7', '1:0:2:3'],
  ['::2:3:4:5:6:7:8', '0:2:3:4'],
  ['1:2:3::4:5.6.7.8', '1:2:3:0'],
  [undefined, ''],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  '0',
  '100',
  'proxy.example',
  '10.0.0.0/33',
  '10.0.0.0/',
  '::/129',
  '10.0.0.1/8/8',
  '1,10.0.0.1',
  '',
])('--trust-proxy %j is refused', async (value) => {
  const run = runHere(['serve', `--trust-proxy=${value}`]);
  expect(await run.exitCode).toBe(2);
  expect(run.stderr.text).toContain('such as 127.0.0.1,10.0.0.0/8.');
});
