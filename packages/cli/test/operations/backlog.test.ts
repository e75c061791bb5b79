import { once } from 'node:events';
import { connect } from 'node:net';
import { itUnless, lacks, startCli } from '@location-records/workspace/tests';
import { expect } from 'vitest';

itUnless(lacks({ platform: 'linux' }))(
  'a service that cannot accept connections for now keeps a thousand of them waiting',
  async () => {
    const { cli, host, port, stop } = await startCli(['--store', 'memory:', '--port', '0']);
    cli.process.kill('SIGSTOP');
    try {
      const sockets = Array.from({ length: 1000 }, () => connect(port, host));
      await Promise.all(sockets.map((socket) => once(socket, 'connect')));
      cli.process.kill('SIGCONT');
      const responses = await Promise.all(
        sockets.map(async (socket) => {
          socket.write('GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n');
          const [data] = await once(socket, 'data');
          socket.destroy();
          return String(data).split('\r\n', 1)[0];
        }),
      );
      expect(new Set(responses)).toEqual(new Set(['HTTP/1.1 404 Not Found']));
    } finally {
      cli.process.kill('SIGCONT');
      await stop();
    }
  },
);
