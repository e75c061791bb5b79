import { messages } from '../expect-problem.ts';
import type { HttpCase } from '../http-case.ts';
import { first, second } from '../records.ts';
import { bytes } from '../requests.ts';
import { problem, type Row, row, rowCase, writes } from '../rows.ts';

const wrongType = problem(400, messages.contentType);

/** Content types that POST and PUT accept. */
const accepted: readonly (readonly [name: string, clause: string, value: string])[] = [
  ['charset', 'SPEC 4.5.1', 'application/json; charset=utf-8'],
  ['charset-without-space', 'SPEC 4.5.1', 'application/json;charset=UTF-8'],
  ['upper-case', 'D16', 'Application/JSON'],
  ['space-before-semicolon', 'D16', 'application/json ; charset=utf-8'],
  ['parameter-malformed', 'D16', 'application/json; charset'],
  ['parameter-quoted-comma-space', 'D16', 'application/json; profile="a, b"'],
];

/** Content types that POST and PUT refuse. */
const refused: readonly (readonly [name: string, clause: string, value: string])[] = [
  ['text-plain', 'SPEC 4.5.1', 'text/plain'],
  ['form', 'SPEC 4.5.1', 'application/x-www-form-urlencoded'],
  ['text-json', 'SPEC 4.5.1', 'text/json'],
  ['suffix', 'SPEC 4.5.1', 'application/geo+json'],
  ['json-patch', 'SPEC 4.5.1', 'application/json-patch+json'],
  ['longer', 'D16', 'application/json5'],
  ['empty', 'D16', ''],
  ['in-parameter', 'D16', 'text/plain; type=application/json'],
  ['comma-other', 'D16', 'application/json, text/plain'],
  ['comma-behind-parameter', 'D16', 'application/json; charset=utf-8, application/json'],
];

const repeated = [
  ['Content-Type', 'application/json'],
  ['Content-Type', 'application/json'],
] as const;

const gzipped = [
  ['Content-Type', 'application/json'],
  ['Content-Encoding', 'gzip'],
] as const;

/** `{}`, compressed. */
const gzip = () => bytes([31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 171, 174, 5, 0, 67, 191, 166, 163, 2, 0, 0, 0]);

const rows: readonly Row[] = [
  ...accepted.map(([name, clause, value]): Row => {
    const isRoot = name === 'charset' || name === 'upper-case';
    return {
      id: `content-type-accepted-${name}`,
      clause,
      title: `A POST and a PUT with the content type ${JSON.stringify(value)} are stored.`,
      before: first,
      request: writes(second, [['Content-Type', value]]),
      response: 'success',
      after: second,
      presupposes: isRoot ? [] : ['content-type-accepted-charset'],
    };
  }),
  ...refused.map(
    ([name, clause, value]): Row => ({
      id: `content-type-refused-${name}`,
      clause,
      title: `A POST and a PUT with the content type ${JSON.stringify(value)} are 400 and change nothing.`,
      before: first,
      request: writes(second, [['Content-Type', value]]),
      response: wrongType,
      after: first,
    }),
  ),
  {
    id: 'content-type-refused-absent',
    clause: 'SPEC 4.5.1',
    title: 'A POST of text/plain creates nothing.',
    request: row('POST', '/<id>', first, [['Content-Type', 'text/plain']]),
    response: wrongType,
    after: null,
  },
  {
    id: 'content-type-refused-repeated',
    clause: 'D16',
    title: 'A POST and a PUT with two content types are 400, even if both are JSON.',
    before: first,
    request: writes(second, repeated),
    response: wrongType,
    after: first,
  },
  {
    id: 'content-type-field-case',
    clause: 'SPEC 4.5.1',
    title: 'The name of the field Content-Type is not case-sensitive.',
    before: first,
    request: writes(second, [['cOnTeNt-TyPe', 'application/json']]),
    response: 'success',
    after: second,
  },
  {
    id: 'content-encoding-plain',
    clause: 'D17',
    title: 'A body that is announced as gzip is not decoded: plain JSON is stored.',
    before: first,
    request: writes(second, gzipped),
    response: 'success',
    after: second,
  },
  {
    id: 'content-encoding-gzip',
    clause: 'D17',
    title: 'A body in gzip is not decoded, and is 400.',
    before: first,
    request: writes(gzip, gzipped),
    response: problem(400, messages.bodyInvalid),
    after: first,
  },
];

/** SPEC 4.5.1, D16 and D17: the content type of a write. */
export const contentType: readonly HttpCase[] = rows.map(rowCase);
