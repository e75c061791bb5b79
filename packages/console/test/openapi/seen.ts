import type { Handler, HandlerOptions, LocationRequest, LocationResponse } from '@location-records/core';
import {
  deriveRequest,
  findRoute,
  parseBasePath,
  problems,
  segmentsBelow,
} from '@location-records/core/adapter-kit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import type { OpenApiDocument } from '../../src/openapi/index.ts';
import { textOf } from '../requests.ts';

/** The operations and statuses that were seen, such as `get /{id} 404`. */
export type Seen = Set<string>;

interface Responses {
  readonly [status: string]: { readonly content?: Readonly<Record<string, object>> } | undefined;
}

/** All operations of a document with their statuses, such as `get /{id} 404`. */
export function operationsOf({ paths }: OpenApiDocument): string[] {
  return Object.entries(paths).flatMap(([path, { parameters: _, ...methods }]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      Object.keys(responses as Responses).map((status) => `${method} ${path} ${status}`),
    ),
  );
}

/**
 * Wraps a handler: every response must be one of the document, in its status, media type, content and fields,
 * and what is stored must be what the document lets clients send.
 */
export function withDocument(
  handle: Handler,
  document: OpenApiDocument,
  seen: Seen,
  { basePath = '/', bodyLimit = 4096 }: Pick<HandlerOptions, 'basePath' | 'bodyLimit'> = {},
): Handler {
  const base = parseBasePath(basePath);
  const ajv = new Ajv2020({ strict: false, strictNumbers: true, formats: { double: true } }).addSchema(
    document,
    'openapi',
  );
  const isValid = (pointer: readonly string[], value: unknown) => {
    const escaped = pointer.map((part) => encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1')));
    const $ref = `openapi#/${escaped.join('/')}`;
    const validate = ajv.getSchema($ref);
    if (!validate) throw new Error(`The document has no ${$ref}.`);
    return validate(value) === true || ajv.errorsText(validate.errors);
  };

  /** The path of the document for a target. A write without an identifier is one of `/{id}`. */
  function pathOf(target: string, method: string): string | undefined {
    const route = findRoute(target, base);
    if (route.kind === 'collection') return ['POST', 'PUT', 'DELETE'].includes(method) ? '/{id}' : '/';
    if (route.kind !== 'unknown') return '/{id}';
    const segments = segmentsBelow(target, base) ?? [];
    return Object.keys(document.paths).find((path) => {
      const parts = path.split('/').slice(1);
      const fits = (part: string, index: number) =>
        part === segments[index] || (part.startsWith('{') && Boolean(segments[index]));
      return parts.length > 1 && parts.length === segments.length && parts.every(fits);
    });
  }

  function check(request: LocationRequest, response: LocationResponse, sent: string, body: string): void {
    const { method, target } = request;
    const { status } = response;
    const what = `${method} ${target} ${status} ${body.slice(0, 200)}`;
    const path = pathOf(target, method);
    const item = path === undefined ? undefined : document.paths[path];
    const isHead = method === 'HEAD' && item?.head === undefined;
    const name = isHead ? 'get' : method.toLowerCase();
    const operation = /^[A-Z]+$/.test(method) ? item?.[name] : undefined;
    if (path === undefined || operation === undefined) {
      // What the introduction of the document says of other methods and paths, and `/-/ogc/` and the files of the map.
      const isPage = /\/-\/(?:map\/|ogc\/$)/.test(target);
      const { routeNotFound, methodNotAllowed } = problems;
      const error = [routeNotFound, methodNotAllowed].find(([each]) => each === status);
      if (method === 'OPTIONS') expect(response.headers.Allow, what).toMatch(/^GET, HEAD/);
      else if (!isPage && body !== '' && !body.startsWith('<')) {
        expect([status, JSON.parse(body)], what).toEqual([error?.[0], { error_message: error?.[1] }]);
      }
      return;
    }
    const documented = (operation.responses as Responses)[status];
    expect(documented, `the document has ${what}`).toBeDefined();
    seen.add(`${name} ${path} ${status}`);
    const type = response.headers['Content-Type']?.replace(/;.*/, '');
    if (documented?.content === undefined) expect(body, what).toBe('');
    else if (!isHead && !(status === 404 && type === 'text/html')) {
      const pointer = ['paths', path, name, 'responses', String(status), 'content', String(type), 'schema'];
      const value = /^application\/(?:geo\+)?json$/.test(String(type)) ? JSON.parse(body) : body;
      expect(isValid(pointer, value), what).toBe(true);
    }
    if (path !== '/{id}' || (name !== 'post' && name !== 'put')) return;
    // Characters beyond the limit are not read, and a schema knows nothing of surrogates.
    if ([...sent].length > bodyLimit || /\\ud[89a-f]|\ufffd/i.test(sent)) return;
    const isAccepted = status === 200;
    const isRefused = body.includes(problems.bodyInvalid[1]);
    if (!isAccepted && !isRefused) return;
    let value: unknown;
    try {
      value = JSON.parse(sent);
    } catch {
      expect(isRefused, what).toBe(true);
      return;
    }
    expect(isValid(['components', 'schemas', 'LocationInput'], value) === true, `${what} ${sent}`).toBe(
      isAccepted,
    );
  }

  return async (request) => {
    let sent = '';
    const body: LocationRequest['body'] = async (...limits) => {
      const bytes = await request.body(...limits);
      sent = new TextDecoder().decode(bytes);
      return bytes;
    };
    const response = await handle(deriveRequest(request, { body }));
    const isStream = response.headers['Content-Type'] === 'text/event-stream';
    if (isStream) {
      check(request, response, sent, 'retry: 1000\n\n');
      return response;
    }
    const pieces: (string | Uint8Array)[] = [];
    if (typeof response.body === 'string') pieces.push(response.body);
    // A list that breaks off has no whole content to check.
    else for await (const piece of response.body) pieces.push(piece);
    const isEncoded = response.headers['Content-Encoding'] !== undefined;
    const copy = (): LocationResponse => ({
      ...response,
      body: typeof response.body === 'string' ? response.body : from(pieces),
    });
    if (!isEncoded) check(request, response, sent, await textOf(copy()));
    return copy();
  };
}

async function* from(
  pieces: readonly (string | Uint8Array)[],
): AsyncGenerator<string | Uint8Array, undefined> {
  yield* pieces;
  return undefined;
}

/** Whether a request for a record or the list is one that a document lets clients send. */
export async function isValidRequest(document: OpenApiDocument, request: LocationRequest): Promise<boolean> {
  const { method, target, headers } = request;
  const route = findRoute(target, []);
  const path = { collection: '/', record: '/{id}', 'invalid-identifier': undefined, unknown: undefined }[
    route.kind
  ];
  if (
    path === undefined ||
    !/^[A-Z]+$/.test(method) ||
    target !== new URL(target, 'http://localhost').pathname
  )
    return false;
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (operation === undefined) return false;
  const bytes = await request.body(2 ** 20);
  if (operation.requestBody === undefined) return bytes.length === 0;
  const ajv = new Ajv2020({ strict: false, strictNumbers: true, formats: { double: true } });
  ajv.addSchema(document, 'openapi');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const isBody = ajv.validate('openapi#/components/schemas/LocationInput', JSON.parse(text));
    return isBody && headers['content-type']?.join() === 'application/json' && text.length <= 4096;
  } catch {
    return false;
  }
}
