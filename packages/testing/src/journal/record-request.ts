import type { LocationRequest } from '@location-records/core';
import { findRoute } from '@location-records/core/adapter-kit';
import { requireGlobals } from '../fake/missing-global-error.ts';
import type { FakeRequest } from '../faults/fault.ts';
import { parseJson } from './parse-json.ts';
import type { RecordedRequest } from './recorded-request.ts';

/** A request as it is taken down, and as the service is to get it. */
export interface RequestRecording {
  readonly recorded: RecordedRequest;
  readonly asked: FakeRequest;
}

/** Takes a request down; its body when that is read. */
export function recordRequest(request: FakeRequest, baseSegments: readonly string[]): RequestRecording {
  const { method, target, headers, signal } = request;
  const route = findRoute(target, baseSegments);
  let text: string | undefined;
  const recorded: RecordedRequest = {
    method,
    target,
    headers,
    route: route.kind,
    id: route.kind === 'record' ? route.id : undefined,
    get body() {
      return text;
    },
    get json() {
      return parseJson(text);
    },
  };
  const body: LocationRequest['body'] = async (maxBytes, hasEnough) => {
    const bytes = await request.body(maxBytes, hasEnough);
    requireGlobals('TextDecoder');
    text = new TextDecoder().decode(bytes);
    return bytes;
  };
  return { recorded, asked: { method, target, headers, body, signal } };
}
