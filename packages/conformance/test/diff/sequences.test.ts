import { type CaseRequest, type CaseResponse, handlerService } from '@location-records/conformance';
import { diffServices } from '@location-records/conformance/diff';
import { createHandler, createMemoryStore } from '@location-records/core';
import { expect, it } from 'vitest';
import { messages } from '../../src/http/expect-problem.ts';

/** The requests to a service, each with its response. */
async function conversation(calls: number) {
  const exchanges: (readonly [CaseRequest, CaseResponse])[] = [];
  const service = handlerService(createHandler({ store: createMemoryStore() }));
  const listening = {
    request: async (request: CaseRequest) => {
      const response = await service.request(request);
      exchanges.push([request, response]);
      return response;
    },
  };
  const other = handlerService(createHandler({ store: createMemoryStore() }));
  const options = { seed: 1, calls, notation: 'same' } as const;
  expect((await diffServices(listening, other, options)).differences).toEqual([]);
  return exchanges;
}

it('makes calls with responses of every kind', async () => {
  const exchanges = await conversation(5000);
  const texts = exchanges.map(([, { body }]) => new TextDecoder().decode(body));
  const { internalError: _, badRequest: __, headTooLarge: ___, ...reachable } = messages;
  for (const message of Object.values(reachable)) {
    expect(texts.filter((text) => text.includes(message)).length, message).toBeGreaterThan(20);
  }
  for (const message of ['Resource not found', 'Location not found']) {
    expect(texts.filter((text) => text.includes(message)).length, message).toBeGreaterThan(50);
  }

  /** The number of calls of these methods with the response 200. */
  const done = (...methods: readonly string[]) =>
    exchanges.filter(([{ method }, { status }]) => methods.includes(method) && status === 200).length;
  expect(done('POST')).toBeGreaterThan(300);
  expect(done('PUT')).toBeGreaterThan(100);
  expect(done('DELETE')).toBeGreaterThan(300);
  expect(done('HEAD')).toBeGreaterThan(50);
  expect(done('OPTIONS')).toBeGreaterThan(20);
  expect(
    texts.filter((text) => text.startsWith('{"') && !text.includes('error_message')).length,
  ).toBeGreaterThan(100);
  expect(texts.filter((text) => text.startsWith('[[')).length).toBeGreaterThan(200);
});
