import { gzipSync } from 'node:zlib';
import type { CaseRequest, CaseResponse, Connection, Service } from '@location-records/conformance';
import { describe, expect, it } from 'vitest';
import { gzipService } from '../src/hosts/gzip-service.ts';

const json = { 'content-type': ['application/json'] };
const coding = { 'content-encoding': ['gzip'], vary: ['Accept-Encoding'], 'transfer-encoding': ['chunked'] };
const text = '{"error_message":"Route not found"}';
const compressed: CaseResponse = { status: 404, headers: { ...json, ...coding }, body: gzipSync(text) };

/** A service as gzipService shows it, whose every response is this one, with the requests that reach it. */
function seen(response: CaseResponse) {
  const requests: CaseRequest[] = [];
  const service: Pick<Service, 'request' | 'connect'> = {
    async request(request) {
      requests.push(request);
      return response;
    },
    connect: async () =>
      ({
        receive: async () => response,
        receiveBody: async () => response.body,
      }) as Partial<Connection> as Connection,
  };
  return { requests, ...gzipService(service as Service) };
}

describe('gzipService', () => {
  it('asks for gzip, and leaves the other fields alone', async () => {
    const { request, requests } = seen(compressed);
    await request({ method: 'GET', target: '/a', headers: [['A', 'b']] });
    expect(requests).toEqual([
      {
        method: 'GET',
        target: '/a',
        headers: [
          ['A', 'b'],
          ['Accept-Encoding', 'gzip'],
        ],
      },
    ]);
  });

  it('decodes a response, and puts back the fields that the coding has changed', async () => {
    const decoded = {
      status: 404,
      headers: { ...json, 'content-length': [String(text.length)] },
      body: Buffer.from(text),
    };
    const { request, connect } = seen(compressed);
    expect(await request({ method: 'GET', target: '/' })).toEqual(decoded);
    const connection = await connect();
    expect(await connection.receive()).toEqual(decoded);
    expect(await connection.receiveBody(compressed)).toEqual(decoded.body);
  });

  it('leaves a response without a body as it is', async () => {
    const empty = { status: 200, headers: { 'content-length': ['0'] }, body: new Uint8Array() };
    expect(await seen(empty).request({ method: 'PUT', target: '/a' })).toEqual(empty);
  });

  it.each([
    ['is not compressed', { ...json, vary: ['Accept-Encoding'] }],
    ['does not say that it depends on what was asked for', { ...json, 'content-encoding': ['gzip'] }],
    ['still has the length that it had before', { ...json, ...coding, 'content-length': ['9'] }],
  ])('rejects where the response %s', async (_what, headers) => {
    const response = seen({ ...compressed, headers }).request({ method: 'GET', target: '/' });
    await expect(response).rejects.toThrow('Content-Encoding, Vary, Content-Length: expected');
  });

  it('rejects where the response is cut off', async () => {
    const body = compressed.body.subarray(0, 30);
    const response = seen({ ...compressed, body }).request({ method: 'GET', target: '/' });
    await expect(response).rejects.toThrow('unexpected end of file');
  });
});
