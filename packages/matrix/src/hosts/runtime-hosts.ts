import { fileURLToPath } from 'node:url';
import type { Host, Unreachable } from '../host.ts';
import { binaryOf } from '../runtimes.ts';
import { casesThatNeed } from './reasons.ts';
import { spawnedHost } from './spawned-host.ts';
import { workerdCommand } from './workerd-command.ts';

const bun = fileURLToPath(new URL('../fixtures/bun.mjs', import.meta.url));
const deno = fileURLToPath(new URL('../fixtures/deno.mjs', import.meta.url));

/** The rules of a whole server, which the runtimes keep in their own way, but for some. */
function ownServer(but: readonly string[]): Unreachable {
  return {
    reason: 'The runtime answers malformed HTTP, a missing Host, time-outs and CONNECT in its own way.',
    cases: casesThatNeed('server', but),
  };
}

const everyBodyInvited: Unreachable = {
  reason: 'The runtime invites every body that is offered before the service is asked.',
  cases: ['expect-uninvited-*', 'expect-delete'],
};

const lengthOfHead: Unreachable = {
  reason: 'The runtime says of its own accord how the body would be framed to which HEAD asks for the head.',
  cases: ['method-head-list', 'list-long-head'],
};

/** The runtimes of fetch, each with its own server. */
export function runtimeHosts(): readonly Host[] {
  return [
    spawnedHost('fetch, Bun', (options) => [binaryOf('bun'), bun, JSON.stringify(options)], [
      ownServer([
        'server-alive',
        'server-expectation-unknown',
        'server-half-closed',
        'server-host-valid',
        'server-upgrade',
      ]),
      everyBodyInvited,
      lengthOfHead,
      {
        reason: 'The runtime reads and drops a body that nobody wants, however long it is.',
        cases: ['unread-*-large', 'unread-*-endless*'],
      },
      {
        reason: 'The runtime answers OPTIONS * with 400, and asks nobody.',
        cases: ['method-options-star', 'base-path-options', 'connection-options-star'],
      },
      {
        reason: 'The parser of the runtime refuses methods that it does not know.',
        cases: ['method-unknown', 'method-lower-case'],
      },
      { reason: 'The parser of the runtime refuses chunk extensions.', cases: ['connection-chunk-extras'] },
      {
        reason: 'The runtime replaces what is not UTF-8 in a target.',
        cases: ['connection-raw-invalid-utf8'],
      },
    ]),
    spawnedHost(
      'fetch, Deno',
      (options) => [binaryOf('deno'), 'run', '--allow-all', deno, JSON.stringify(options)],
      [
        ownServer([
          'server-alive',
          'server-connect',
          'server-expectation-unknown',
          'server-half-closed',
          'server-host-valid',
          'server-method-unknown',
          'server-one-answer',
          'server-upgrade',
        ]),
        everyBodyInvited,
        lengthOfHead,
        {
          reason: 'The runtime reads and drops a body that nobody wants, however long it is.',
          cases: [
            ...['bad-escape', 'content-type', 'id', 'method', 'rest', 'route'].map(
              (what) => `unread-${what}-large`,
            ),
            'unread-*-endless*',
          ],
        },
        {
          reason: 'The body of a GET is not there to be given up, so the runtime closes the connection.',
          cases: ['unread-get-at-once', 'connection-pipelined-refusals'],
        },
      ],
    ),
    spawnedHost('fetch, workerd', workerdCommand(), [
      ownServer([
        'server-alive',
        'server-expectation-unknown',
        'server-half-closed',
        'server-host-valid',
        'server-many-fields',
        'server-one-answer',
        'server-upgrade',
      ]),
      lengthOfHead,
      {
        reason: 'The parser of the runtime refuses methods that it does not know.',
        cases: ['method-unknown', 'method-lower-case'],
      },
      {
        reason: 'The runtime closes the connection when the answer is given before the whole body has come.',
        cases: [
          'expect-uninvited-*-endless',
          'unread-*-at-once',
          'unread-*-large',
          'unread-*-endless*',
          'unread-delete',
          'unread-rest-small',
        ],
        eitherWay: true,
      },
    ]),
  ];
}
