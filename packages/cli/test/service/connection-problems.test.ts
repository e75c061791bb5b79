import { expect, test } from 'vitest';
import { describeProblem } from '../../src/service/connection-problems.ts';

const wrongVersion =
  'write EPROTO 807CAA52167F0000:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/x.c:350:\n';

test.each([
  [
    'ENOTFOUND',
    'getaddrinfo ENOTFOUND h',
    'there is no such host; correct the URL (getaddrinfo ENOTFOUND h)',
  ],
  [
    'HPE_INVALID_CONSTANT',
    'Parse Error: Expected HTTP/',
    'it does not respond with HTTP; correct the port, or write https:// instead of http:// (Parse Error: Expected HTTP/)',
  ],
  ['EPROTO', wrongVersion, 'it does not speak TLS; write http:// instead of https://'],
  ['ECONNRESET', 'aborted', 'it closed the connection'],
  ['EPIPE', 'write EPIPE', 'it closed the connection'],
  [
    'ECONNRESET',
    'socket hang up',
    'it closed the connection without a response; check the port, and whether it wants https:// or http://',
  ],
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'unable to verify',
    'its certificate is not trusted; name its authority in the environment variable NODE_EXTRA_CA_CERTS (unable to verify)',
  ],
  ['EOTHER', 'something else', 'something else'],
])('%s, %s', (code, message, expected) => {
  expect(describeProblem(Object.assign(new Error(message), { code }))).toBe(expected);
});

test('a failure at each address of a host has the code of the first', () => {
  const refused = (address: string) => new Error(`connect ECONNREFUSED ${address}`);
  const errors = [refused('::1:1'), refused('127.0.0.1:1')];
  const error = Object.assign(new AggregateError(errors), { code: 'ECONNREFUSED' });
  expect(describeProblem(error)).toBe(
    'nothing listens there; start the service, or correct the URL (connect ECONNREFUSED ::1:1, connect ECONNREFUSED 127.0.0.1:1)',
  );
});
