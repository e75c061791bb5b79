import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Entrant } from '../shared/cpu-time/contestants.ts';

/**
 * What each of the servers replies to a GET: status, header fields and body, as one text. Left out is what may differ:
 * the date, the order and spelling of the fields, and a charset, which says nothing about JSON (RFC 8259 section 11).
 */
export async function repliesOf(entrants: readonly Entrant[], path: string): Promise<readonly string[]> {
  const replies: string[] = [];
  for (const { start } of entrants) {
    const server = await start({});
    const response = await request(server.port, path);
    const { date: _, ...headers } = response.headers;
    const fields = Object.entries(headers).map(([name, value]) =>
      `${name}: ${value}`.replace(/; charset=utf-8$/, ''),
    );
    replies.push([response.statusCode, ...fields.sort(), await text(response)].join('\n'));
    await server.stop();
  }
  return replies;
}

function request(port: number, path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, agent: false }, resolve).on('error', reject);
  });
}
