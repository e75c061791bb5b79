import { ContractError, expectEqual } from '../contract-error.ts';
import { expectFormat, type Format, parseCollection, parseFeatures } from './areas.ts';
import { bodyText } from './expect.ts';
import type { CaseResponse } from './service.ts';

/** The fields of a row. One without quotes is different from one with quotes, also when both are empty. */
type Row = readonly { readonly text: string; readonly isQuoted: boolean }[];

/** A field of CSV and what is behind it: the quoted text, the text without quotes, and the separator. */
const fields = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;

/** The rows of CSV (RFC 4180) behind its header line. */
export function parseRows(response: CaseResponse): readonly Row[] {
  expectFormat(response, 'csv');
  const text = bodyText(response);
  const rows: Row[number][][] = [[]];
  let end = 0;
  for (const [found, quoted, plain = '', separator] of text.matchAll(fields)) {
    end += found.length;
    rows.at(-1)?.push({ text: quoted?.replaceAll('""', '"') ?? plain, isQuoted: quoted !== undefined });
    if (separator !== ',') rows.push([]);
  }
  expectEqual('text behind the last row', text.slice(end), '');
  // Behind the last line end.
  rows.pop();
  const [header = [], ...more] = rows;
  const names = header.map((field) => field.text);
  expectEqual('header', names, ['id', 'description', 'latitude', 'longitude']);
  return more;
}

/** The pairs, or the object of Locations, in a response. */
export function parseWhole(response: CaseResponse, format: 'json' | 'json-object'): object {
  expectFormat(response, format);
  const text = bodyText(response);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ContractError('body', 'JSON', text);
  }
  const isRight = format === 'json' ? isPairs(value) : isObject(value);
  if (!isRight) throw new ContractError('body', format === 'json' ? 'pairs' : 'an object', value);
  return value as object;
}

function isPairs(value: unknown): boolean {
  return Array.isArray(value) && value.every((pair) => Array.isArray(pair) && typeof pair[0] === 'string');
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The identifiers in a response, which must have the format. */
export function identifiersIn(format: Format, response: CaseResponse): readonly string[] {
  switch (format) {
    case 'geojson':
      expectFormat(response, format);
      return parseCollection(response).features.map(({ id }) => id);
    case 'ndjson':
    case 'geojsonseq':
      return parseFeatures(response, format).map(({ id }) => id);
    case 'csv':
      return parseRows(response).map(([id]) => id?.text ?? '');
    case 'json':
      return Object.values<readonly [string]>(parseWhole(response, format) as []).map(([id]) => id);
    case 'json-object':
      return Object.keys(parseWhole(response, format));
  }
}
