import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itUnless, lacks, startCli } from '@location-records/workspace/tests';
import { afterAll, expect, onTestFinished, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'location-records-notify-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Prints each datagram on a line. */
const receiver = `
import socket, sys
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1])
print('bound', flush=True)
while True: print(receiver.recv(4096).decode().strip().replace(chr(10), ' '), flush=True)
`;

itUnless(lacks({ program: 'systemd-notify' }) ?? lacks({ program: 'python3' }))(
  'a service manager is told when the service is ready, and when it stops',
  async () => {
    const path = join(folder, 'notify');
    const manager = spawn('python3', ['-c', receiver, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void manager.kill());
    let heard = '';
    manager.stdout.setEncoding('utf8').on('data', (text) => {
      heard += text;
    });
    const hears = async (text: string) => {
      while (!heard.includes(text)) await once(manager.stdout, 'data');
    };
    await hears('bound');
    const cli = await startCli(['--port', '0', '--store', 'memory:'], { env: { NOTIFY_SOCKET: path } });
    await hears('READY=1');
    expect(heard).not.toContain('STOPPING=1');
    expect(await cli.stop()).toBe(0);
    await hears('STOPPING=1');
    expect(cli.stderr()).toBe('');
  },
);

test('a service manager that cannot be told is reported once, and the service goes on', async () => {
  const cli = await startCli(['--port', '0', '--store', 'memory:'], {
    env: { NOTIFY_SOCKET: join(folder, 'nobody'), PATH: folder },
  });
  await cli.cli.until(() => cli.stderr().includes('\n'));
  expect(cli.stderr()).toContain('The service manager cannot be told READY=1');
  expect(cli.stderr()).toContain('install systemd-notify');
  expect((await fetch(`${cli.url}/a`)).status).toBe(404);
  expect(await cli.stop()).toBe(0);
});
