import { expectEqual } from '../../contract-error.ts';
import { expectDone, expectJson } from '../expect.ts';
import { expectProblem, messages, resourceNotFound } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectRecord, first, second } from '../records.ts';
import { bytes, chunk, chunkedLine, jsonLine, onConnection, rawHead, rawWrite } from '../requests.ts';

const socket = { needs: ['socket'] } as const;

/** The framing of requests, and how their bytes may be split. */
export const framing: readonly HttpCase[] = [
  httpCase(
    'connection-byte-by-byte',
    'SPEC 4',
    'A request may arrive byte by byte.',
    (service) =>
      onConnection(service, async (connection) => {
        const id = service.freshId();
        for (const byte of rawWrite('POST', `/${id}`, first)) await connection.send(byte);
        expectDone(await connection.receive());
        await expectRecord(service, `/${id}`, first);
      }),
    socket,
  ),
  httpCase(
    'connection-chunks',
    'SPEC 4.4',
    'A chunked body may be split anywhere, even within a character.',
    (service) =>
      onConnection(service, async (connection) => {
        const id = service.freshId();
        const text = '{"description":"é€😀","coordinates":{"latitude":1,"longitude":2}}';
        await connection.send(rawHead('POST', `/${id}`, jsonLine, chunkedLine));
        for (const byte of bytes(text)) await connection.send(bytes('1\r\n', [byte], '\r\n'));
        await connection.send(chunk(''));
        expectDone(await connection.receive());
        await expectRecord(service, `/${id}`, text);
      }),
    socket,
  ),
  httpCase(
    'connection-chunk-extras',
    'SPEC 4.4',
    'Chunk extensions and trailer fields are not part of the body.',
    (service) =>
      onConnection(service, async (connection) => {
        const id = service.freshId();
        const size = first.length.toString(16).toUpperCase();
        await connection.send(
          `${rawHead('POST', `/${id}`, jsonLine, chunkedLine)}${size};a=b\r\n${first}\r\n0\r\nContent-Type: text/plain\r\n\r\n`,
        );
        expectDone(await connection.receive());
        await connection.send(rawHead('GET', `/${id}`));
        expectJson(await connection.receive(), 200, first);
      }),
    socket,
  ),
  ...[
    [
      'chunked',
      'A request with a chunked body of no bytes',
      rawHead('PUT', '/ID', jsonLine, chunkedLine) + chunk(''),
    ],
    ['length-zero', 'A request with a length of zero', rawHead('PUT', '/ID', jsonLine, 'Content-Length: 0')],
    ['unframed', 'A request without a length or chunks', rawHead('PUT', '/ID', jsonLine)],
  ].map(([name, rule, request = '']) =>
    httpCase(
      `connection-body-missing-${name}`,
      'D19',
      `${rule} has no body.`,
      async (service) => {
        const id = await createRecord(service);
        await onConnection(service, async (connection) => {
          for (const method of ['PUT', 'POST']) {
            await connection.send(request.replace('PUT', method).replace('ID', id));
            expectProblem(await connection.receive(), 400, messages.bodyMissing);
          }
        });
        await expectRecord(service, `/${id}`, first);
      },
      socket,
    ),
  ),
  httpCase(
    'connection-field-white-space',
    'D16',
    'White space around the value of a field does not matter.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(
          rawHead('PUT', `/${id}`, 'content-type:application/json \t', `CONTENT-LENGTH:  ${second.length} `) +
            second,
        );
        expectDone(await connection.receive());
      });
      await expectRecord(service, `/${id}`, second);
    },
    socket,
  ),
  httpCase(
    'connection-raw-utf8',
    'D2',
    'Raw bytes beyond ASCII in the target are UTF-8, unless the server refuses them.',
    (service) =>
      onConnection(service, async (connection) => {
        const id = service.freshId();
        await connection.send(rawHead('GET', `/${id}é€😀`));
        const response = await connection.receive();
        if (response.status !== 400) expectProblem(response, 404, resourceNotFound(`${id}é€😀`));
      }),
    socket,
  ),
  httpCase(
    'connection-raw-invalid-utf8',
    'D3',
    'Raw bytes in the target that are not UTF-8 are 400.',
    (service) =>
      onConnection(service, async (connection) => {
        await connection.send(bytes('GET /a', [0xe9], ' HTTP/1.1\r\nHost: localhost\r\n\r\n'));
        expectEqual('status', (await connection.receive()).status, 400);
      }),
    socket,
  ),
];
