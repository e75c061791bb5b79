import { createHandler, createMemoryStore, type Handler } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import {
  createListener,
  createServer,
  type ListenerOptions,
  type ServerOptions,
} from '../../src/node/index.ts';

const handle = createHandler({ store: createMemoryStore() });

describe('what cannot work', () => {
  it.each([undefined, {}, 'handle'])('is refused at once as a handler: %j', (value) => {
    const refusal = expect.objectContaining({ code: 'INVALID_ARGUMENT', argument: 'handle' });
    expect(() => createListener(value as Handler)).toThrow(refusal);
    expect(() => createServer(value as Handler)).toThrow(refusal);
  });

  it.each([0, -1, Number.NaN, 2 ** 31, '100'])('is refused at once as an idle timeout: %j', (idleTimeout) => {
    const refusal = expect.objectContaining({ code: 'INVALID_OPTION', option: 'idleTimeout' });
    expect(() => createServer(handle, { idleTimeout: idleTimeout as number })).toThrow(refusal);
    expect(() => createListener(handle, { idleTimeout: idleTimeout as number })).toThrow(refusal);
  });

  it.each([
    ['guard', { guard: true }],
    ['onRequest', { onRequest: {} }],
    ['idleTimeOut', { idleTimeOut: 1000 }],
    ['port', { port: 8080 }],
  ])('is refused at once, as %j, in place of the options: %j', (option, options) => {
    const refusal = expect.objectContaining({ code: 'INVALID_OPTION', option });
    expect(() => createServer(handle, options as ServerOptions)).toThrow(refusal);
    expect(() => createListener(handle, options as ListenerOptions)).toThrow(refusal);
  });

  it.each([null, 8080])('is refused at once in place of the options: %j', (options) => {
    const refusal = expect.objectContaining({ code: 'INVALID_ARGUMENT', argument: 'options' });
    expect(() => createServer(handle, options as unknown as ServerOptions)).toThrow(refusal);
    expect(() => createListener(handle, options as unknown as ListenerOptions)).toThrow(refusal);
  });

  it('is refused at once as a timeout of node:http, with its code', () => {
    const refusal = expect.objectContaining({ code: 'ERR_OUT_OF_RANGE' });
    expect(() => createServer(handle, { headersTimeout: -1 })).toThrow(refusal);
  });
});
