import { type CaseRequest, type CaseResponse, handlerService } from '@location-records/conformance';
import { diffServices } from '@location-records/conformance/diff';
import { createHandler, createMemoryStore } from '@location-records/core';
import { expect, it } from 'vitest';
import { messages } from '../../src/http/expect-problem.ts';

/** What a service answered, each with what it was asked. */
async function conversation(calls: number) {
  const said: (readonly [CaseRequest, CaseResponse])[] = [];
  const service = handlerService(createHandler({ store: createMemoryStore() }));
  const listening = {
    request: async (request: CaseRequest) => {
      const response = await service.request(request);
      said.push([request, response]);
      return response;
    },
  };
  const other = handlerService(createHandler({ store: createMemoryStore() }));
  expect(await diffServices(listening, other, { seed: 1, calls })).toBeUndefined();
  return said;
}

it('makes calls that are answered in every way there is', async () => {
  const said = await conversation(5000);
  const texts = said.map(([, { body }]) => new TextDecoder().decode(body));
  const { internalError: _, badRequest: __, headTooLarge: ___, ...reachable } = messages;
  for (const message of Object.values(reachable)) {
    expect(texts.filter((text) => text.includes(message)).length, message).toBeGreaterThan(20);
  }
  for (const message of ['Resource not found', 'Location not found']) {
    expect(texts.filter((text) => text.includes(message)).length, message).toBeGreaterThan(50);
  }

  /** How many calls of these methods were answered with 200. */
  const done = (...methods: readonly string[]) =>
    said.filter(([{ method }, { status }]) => methods.includes(method) && status === 200).length;
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
