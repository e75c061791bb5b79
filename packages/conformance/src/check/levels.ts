import { Buffer } from 'node:buffer';
import { ContractError } from '../contract-error.ts';
import type { HttpCase } from '../http/http-case.ts';
import type { CaseRequest, CaseResponse } from '../http/service.ts';

/**
 * What a rule concerns: the service, or the server beneath it. That is everything between the client and the service,
 * such as the HTTP parser of a runtime, a framework or a proxy.
 */
export type CheckLevel = 'service' | 'server';

/** A request, and its response. */
export interface Exchange {
  readonly request: CaseRequest;
  readonly response: CaseResponse;
}

/**
 * What the rule of a case concerns. Cases that write their own bytes are about connections and invalid HTTP, unless they
 * say otherwise.
 */
export function levelOfCase({ needs, level }: HttpCase): CheckLevel {
  if (level !== undefined) return level;
  return needs.includes('socket') || needs.includes('server') ? 'server' : 'service';
}

/** What a violation concerns. `exchange` has the response that broke the rule, as far as it is known. */
export function levelOfViolation(httpCase: HttpCase, error: unknown, exchange?: Exchange): CheckLevel {
  if (levelOfCase(httpCase) === 'server') return 'server';
  if (error instanceof ContractError && connectionFields.includes(error.what.toLowerCase())) return 'server';
  if (exchange === undefined) return 'service';
  if (isEncodedOnRequest(exchange)) return 'server';
  const isRefused = isForeign(exchange) && (isUnusual(exchange.request) || isResponseLost(exchange));
  return isRefused ? 'server' : 'service';
}

/** Fields that a server or a proxy writes for its own connection (RFC 9110 section 7.6.1, RFC 9112 section 6.1). */
const connectionFields = ['connection', 'transfer-encoding', 'keep-alive', 'date'];

/** The methods that every server and proxy passes on. */
const commonMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];
/** The length of a target, and the size of a body in bytes, that every server and proxy passes on. */
const [commonTarget, commonBody] = [2000, 2 ** 20];

/** Whether servers or proxies may refuse a request before it comes to the service. */
function isUnusual({ method, target, body }: CaseRequest): boolean {
  const path = target.replace(/[?#].*/s, '');
  return (
    !commonMethods.includes(method) ||
    !target.startsWith('/') ||
    target.length > commonTarget ||
    /%(?![\da-f]{2})|%[01][\da-f]|%7f/i.test(path) ||
    /(^|[/\\])(\.|%2e){1,2}([/\\]|$)|[^!-~]|["<>\\^`{|}]/i.test(path) ||
    sizeOf(body) > commonBody
  );
}

/**
 * Whether a proxy may have lost the response: a server that closes a connection with much of the body unread resets it
 * (RFC 9112 section 9.6). To nginx and its HTTP/1.0, node:http closes every connection behind the response.
 */
function isResponseLost({ request: { body }, response: { status } }: Exchange): boolean {
  return status === 502 && sizeOf(body) >= commonBody;
}

function sizeOf(body: CaseRequest['body']): number {
  return body === undefined ? 0 : Buffer.byteLength(body);
}

/** Whether a response is not from the service, whose errors are Error objects in JSON (SPEC section 4.8). */
function isForeign({ request, response: { status, headers, body } }: Exchange): boolean {
  if (status < 400) return false;
  // A response to HEAD has no body.
  return request.method === 'HEAD'
    ? !headers['content-type']?.some((value) => /\bjson\b/i.test(value))
    : !isErrorObject(body);
}

function isErrorObject(body: Uint8Array): boolean {
  try {
    return typeof Object(JSON.parse(new TextDecoder().decode(body))).error_message === 'string';
  } catch {
    return false;
  }
}

/** Whether a proxy or a framework compressed the response, as the request allowed (RFC 9110 section 12.5.3). */
function isEncodedOnRequest({ request, response: { headers } }: Exchange): boolean {
  const isAllowed = request.headers?.some(([name]) => name.toLowerCase() === 'accept-encoding') ?? false;
  return isAllowed && headers['content-encoding'] !== undefined;
}
