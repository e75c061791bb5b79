import { isContainer, isProblem, startOfMessage } from '../response-values.ts';
import {
  type ComparedPart,
  type ComparedResponse,
  comparedFields,
  isMissingResponse,
  type ResponsePair,
  textOf,
} from './compared-response.ts';
import type { BoundCall } from './generators/calls.ts';
import { haveEqualValues, jsonValue, notJson } from './json-values.ts';

/** One way in which the two responses to a call differ. Differences of one kind usually have one cause. */
export interface Kind {
  /** The same for calls that differ in the same way. */
  readonly name: string;
  /** The parts in which the responses differ in this way. */
  readonly parts: readonly ComparedPart[];
  /** The lowest is the most important. */
  readonly rank: number;
}

const ranks = { response: 0, status: 1, body: 2, field: 3, notation: 4 } as const;

/** Whether a difference of this kind can lead to later ones: a field and a notation cannot. */
export function canLeadToOthers({ rank }: Kind): boolean {
  return rank < ranks.field;
}

/** Whether only the notation differs. */
export function isNotation({ rank }: Kind): boolean {
  return rank === ranks.notation;
}

/** All ways in which the responses to a call differ. Another status explains every other part. */
export function kindsOf(call: BoundCall, [a, b]: ResponsePair): readonly Kind[] {
  if (isMissingResponse(a) || isMissingResponse(b)) {
    if (isMissingResponse(a) && isMissingResponse(b)) return [];
    const missing = isMissingResponse(a)
      ? `a: ${startOfMessage(a.reason)}`
      : `b: ${isMissingResponse(b) && startOfMessage(b.reason)}`;
    return [kindOf('response', [call.method, missing], ['response'])];
  }
  const fields = comparedFields.filter((name) => !haveEqualValues(a.headers[name], b.headers[name]));
  const [textA, textB] = [showText(a), showText(b)];
  if (a.status !== b.status) {
    const parts = ['status', ...fields, ...(textA === textB ? [] : ['body'])] as const;
    return [
      kindOf(
        'status',
        [...callOutline(call, a, b), String(a.status), String(b.status)],
        parts as Kind['parts'],
      ),
    ];
  }
  if (textA === textB) return fields.map((field) => fieldKind(field, a, b));
  const [valueA, valueB] = [jsonValue(textA), jsonValue(textB)];
  const others = fields.filter((field) => field !== 'content-length').map((field) => fieldKind(field, a, b));
  if (haveEqualValues(valueA, valueB)) {
    const length =
      countOf(a, 'content-length') === countOf(b, 'content-length')
        ? []
        : [fieldKind('content-length', a, b)];
    return [kindOf('notation', [], ['notation']), ...length, ...others];
  }
  const isJson = valueA !== notJson && valueB !== notJson;
  const what = isJson ? placeOf(valueA, valueB) : [familyOf(call), formOf(textA), formOf(textB)];
  const length = fields.filter((field) => field === 'content-length');
  return [kindOf('body', what, [...length, 'body']), ...others];
}

function kindOf(part: keyof typeof ranks, details: readonly string[], parts: Kind['parts']): Kind {
  return { name: [part, ...details].join(' | '), parts, rank: ranks[part] };
}

function fieldKind(field: (typeof comparedFields)[number], a: ComparedResponse, b: ComparedResponse): Kind {
  const outline = (response: ComparedResponse) =>
    field === 'content-length' ? countOf(response, field) : (response.headers[field]?.join() ?? 'none');
  return kindOf('field', [field, String(outline(a)), String(outline(b))], [field]);
}

function countOf({ headers }: ComparedResponse, field: (typeof comparedFields)[number]): number {
  return headers[field]?.length ?? 0;
}

/** Bytes that are not UTF-8 as text of one character for each byte. */
function showText({ body }: ComparedResponse): string {
  return textOf(body) ?? `not UTF-8: ${body.join()}`;
}

function familyOf({ method }: BoundCall): string {
  if (method === 'GET' || method === 'HEAD') return 'read';
  if (method === 'POST' || method === 'PUT') return 'write';
  return method === 'DELETE' || method === 'OPTIONS' ? method : 'other';
}

/** What was called: a read by its target, and any other call by the messages of its responses. */
function callOutline(call: BoundCall, a: ComparedResponse, b: ComparedResponse): readonly string[] {
  const family = familyOf(call);
  if (family === 'read') return [family, call.target.isCollection ? 'list' : 'record'];
  return [family, messageIn(a), messageIn(b)];
}

function messageIn(response: ComparedResponse): string {
  const text = showText(response);
  const value = jsonValue(text);
  return isProblem(value) ? startOfMessage(value.error_message) : formOf(text);
}

/** The kind of a text. */
function formOf(text: string): string {
  if (text === '') return 'empty';
  return jsonValue(text) === notJson ? 'not JSON' : 'JSON';
}

/** The path of the first difference between two values, and an outline of both values there. */
function placeOf(a: unknown, b: unknown, path = ''): readonly string[] {
  if (isProblem(a) && isProblem(b)) return [startOfMessage(a.error_message), startOfMessage(b.error_message)];
  const isDeep = isContainer(a) && isContainer(b) && Array.isArray(a) === Array.isArray(b);
  const isSameLength = !Array.isArray(a) || !Array.isArray(b) || a.length === b.length;
  if (!isDeep || !isSameLength) {
    // A wrong latitude and a wrong longitude are one kind, and so are a wrong record and the same in a list.
    const place = typeof a === 'number' && typeof b === 'number' ? path.replace(/\/[^/]*$/, '') : path;
    return [place.replace(/^\/\*\/\*/, ''), outline(a), outline(b)];
  }
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const name = names.find((one) => !haveEqualValues(a[one], b[one])) ?? '';
  return placeOf(a[name], b[name], `${path}/${Array.isArray(a) ? '*' : name}`);
}

function outline(value: unknown): string {
  if (isProblem(value)) return startOfMessage(value.error_message);
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
