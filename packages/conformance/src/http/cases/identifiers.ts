import { expectEqual } from '../../contract-error.ts';
import { expectSuccess } from '../expect.ts';
import { expectProblem, locationNotFound, messages, resourceNotFound } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { expectAbsent, expectListed, expectRecord, first, readList, second, store } from '../records.ts';
import { ask, send } from '../requests.ts';
import { plain, presupposedBy, problem, row, rowCase, writes } from '../rows.ts';
import type { Service } from '../service.ts';

/** Ends of identifiers, as targets spell them and as the service must understand them. */
const spellings: readonly (readonly [
  name: string,
  clause: string,
  rule: string,
  sent: string,
  meant: string,
])[] = [
  ['slash', 'D2', 'An encoded slash is part of an identifier', 'a%2Fb%2f', 'a/b/'],
  ['plus', 'D2', 'A plus in an identifier is not a space', 'a+b', 'a+b'],
  ['space', 'D2', '%20 in an identifier is a space', 'a%20b', 'a b'],
  ['decoded-once', 'D2', 'An identifier is decoded once', '%2541', '%41'],
  ['letter-encoded', 'D2', 'An encoded letter in an identifier is the letter', '%41%7a', 'Az'],
  [
    'utf8',
    'D2',
    'Escapes in an identifier are UTF-8',
    '%C3%A9%E2%82%AC%F0%9F%98%80%EF%BF%BD',
    'é€😀\u{fffd}',
  ],
  [
    'reserved',
    'D1',
    'Characters such as "+" and ";" stand for themselves',
    "!$&'()*,;=:@~_-.",
    "!$&'()*,;=:@~_-.",
  ],
  [
    'markup',
    'D1',
    'Markup and quotes in an identifier have no meaning',
    "%3Cb%3E%26amp%3B'%22%3B--",
    '<b>&amp;\'";--',
  ],
  ['number-sign', 'D1', 'An encoded number sign is part of an identifier', '%23x', '#x'],
  ['question-mark', 'D7', 'An encoded question mark is part of an identifier', '%3Fx=1', '?x=1'],
  ['dots', 'D5', 'Dots after other characters are part of an identifier', '..%2F..%2Fb', '../../b'],
  ['nul', 'D10', 'NUL is part of an identifier', 'a%00b', 'a\0b'],
  ['line-end', 'D10', 'CR LF is part of an identifier', '%0D%0AX-A:%20b', '\r\nX-A: b'],
];

/** Pairs of ends, as targets spell them, that services or stores take for one. */
const pairs: readonly (readonly [name: string, rule: string, one: string, other: string])[] = [
  ['turkish', 'letters with special rules of case', 'is', '%C4%B0%C5%BF'],
  ['normalisation', 'Unicode normalisation', '%C3%A9', 'e%CC%81'],
  ['compatibility', 'full-width forms of letters', 'a', '%EF%BD%81'],
  ['space-behind', 'a space at the end', '', '%20'],
  ['tab', 'a tab instead of a space', 'a%09b', 'a%20b'],
  ['nul-inside', 'the characters after NUL', 'a%00b', 'a%00c'],
  ['zero-width', 'a zero-width space', 'ab', 'a%E2%80%8Bb'],
  ['dot', 'a dot at the end', '', '.'],
  ['file-ending', 'a file extension', '', '.json'],
  ['semicolon', 'the characters after a semicolon', ';a=1', ';a=2'],
];

/** Escapes that are not valid. */
const badEscapes: readonly (readonly [name: string, sent: string])[] = [
  ['lone-percent', 'a%'],
  ['no-digits', '%zz'],
  ['ff', '%FF'],
  ['overlong', '%C0%AF'],
  ['surrogate', '%ED%A0%80'],
];

const objectMembers = ['__proto__', 'constructor', 'toString', 'length'];

/** Identifiers with a meaning elsewhere. They cannot be new, so they need an empty store. */
const special: readonly (readonly [name: string, rule: string, ids: readonly string[]])[] = [
  ['object-members', 'Names of object members', objectMembers],
  [
    'routes',
    'Names of usual routes',
    ['health', 'docs', 'openapi.json', 'metrics', 'locations', 'favicon.ico', 'index.html'],
  ],
  ['values', 'Names of values', ['null', 'undefined', 'true', 'NaN', '0', '00', '-1', '1e3', '10', '9']],
  ['one-character', 'Single characters', ['a', 'A', '~', '-', '%20', '%00', '%2F', '%F0%9F%98%80', '...']],
];

const everything = [
  plain.creates,
  plain.replaces,
  plain.removes,
  plain.absent,
  plain.list,
  ...presupposedBy(resourceNotFound('<id>')),
  ...presupposedBy(locationNotFound('<id>')),
];
const long = 'x'.repeat(8000);

/** Every method finds the identifier under the target, and the list has it unchanged. */
async function expectIdentifier(service: Service, target: string, id: string): Promise<void> {
  expectProblem(await service.request(ask('GET', target)), 404, resourceNotFound(id));
  expectProblem(await service.request(send('PUT', target, first)), 404, locationNotFound(id));
  await store(service, target, first);
  expectSuccess(await service.request(send('PUT', target, second)));
  await expectRecord(service, target, second);
  await expectListed(service, id, second);
  expectSuccess(await service.request(ask('DELETE', target)));
  await expectAbsent(service, target);
}

/** Neither of two targets reads, replaces or removes the record of the other. */
async function expectDistinct(service: Service, one: string, other: string): Promise<void> {
  await store(service, one, first);
  await expectAbsent(service, other);
  await store(service, other, second);
  await expectRecord(service, one, first);
  expectSuccess(await service.request(ask('DELETE', one)));
  await expectRecord(service, other, second);
}

/** Makes a case of an identifier of the form `<id>…`. */
function identifierCase(
  id: string,
  clause: string,
  title: string,
  sent: string,
  meant: string,
  presupposes: readonly string[] = [],
): HttpCase {
  const run = (service: Service) => {
    const fresh = service.freshId();
    return expectIdentifier(service, `/${fresh}${sent}`, `${fresh}${meant}`);
  };
  return httpCase(id, clause, title, run, { presupposes: [...everything, ...presupposes] });
}

/** D1, D2, D3, D9, D10 and D38: identifiers, and how targets spell them. */
export const identifiers: readonly HttpCase[] = [
  ...spellings.map(([name, clause, rule, sent, meant]) =>
    identifierCase(`id-${name}`, clause, `${rule}.`, sent, meant),
  ),
  identifierCase('id-long', 'D9', 'An identifier of 8,000 characters is served.', long, long),
  identifierCase(
    'id-long-encoded',
    'D9',
    'An identifier of 1,000 characters of four bytes is served.',
    '%F0%9F%98%80'.repeat(1000),
    '😀'.repeat(1000),
    ['id-utf8'],
  ),
  ...pairs.map(([name, rule, one, other]) =>
    httpCase(
      `id-distinct-${name}`,
      'D1',
      `Identifiers that differ only in ${rule} are distinct.`,
      async (service) => {
        const id = service.freshId();
        await expectDistinct(service, `/${id}${one}`, `/${id}${other}`);
      },
      { presupposes: [plain.creates, plain.removes, plain.absent] },
    ),
  ),
  httpCase(
    'id-long-distinct',
    'D9',
    'Identifiers of 8,000 characters that differ at the end are distinct.',
    async (service) => {
      const id = service.freshId() + long;
      await expectDistinct(service, `/${id}a`, `/${id}b`);
    },
    { presupposes: [...everything, 'id-long'] },
  ),
  httpCase(
    'id-distinct-case',
    'SPEC 3',
    'Identifiers that differ only in case are distinct.',
    async (service) => {
      const id = service.freshId();
      await expectDistinct(service, `/${id}a`, `/${id}A`);
    },
    { presupposes: [plain.creates, plain.removes, plain.absent] },
  ),
  httpCase(
    'id-inherited',
    'SPEC 4.1',
    'Records named __proto__, constructor and toString are absent until they are created.',
    async (service) => {
      const listed = new Map(await readList(service));
      for (const id of objectMembers.filter((name) => !listed.has(name))) {
        expectProblem(await service.request(ask('GET', `/${id}`)), 404, resourceNotFound(id));
        expectProblem(await service.request(send('PUT', `/${id}`, first)), 404, locationNotFound(id));
      }
    },
    { presupposes: everything },
  ),
  ...badEscapes.map(([name, sent]) => {
    const target = `/<id>${sent}`;
    return rowCase({
      id: `id-bad-escape-${name}`,
      clause: 'D3',
      title: `The identifier "${sent}" is 400 for every method.`,
      request: [row('GET', target), ...writes(first, undefined, target), row('DELETE', target)],
      response: problem(400, messages.idInvalid),
    });
  }),
  httpCase(
    'id-message-is-json',
    'D38',
    'A message has the decoded identifier, encoded as JSON.',
    async (service) => {
      const id = service.freshId();
      const message = resourceNotFound(`${id}"\\\n\0<b>`);
      expectProblem(await service.request(ask('GET', `/${id}%22%5C%0A%00%3Cb%3E`)), 404, message);
    },
    { presupposes: presupposedBy(resourceNotFound('<id>')) },
  ),
  ...special.map(([name, rule, ids]) =>
    httpCase(
      `id-special-${name}`,
      'D10',
      `${rule} are ordinary identifiers.`,
      async (service) => {
        for (const id of ids) await expectIdentifier(service, `/${id}`, decodeURIComponent(id));
        for (const id of ids) await store(service, `/${id}`, first);
        const listed = (await readList(service)).map(([id]) => id);
        expectEqual('listed', listed.sort(), ids.map(decodeURIComponent).sort());
      },
      { needs: ['empty-store'], presupposes: everything },
    ),
  ),
];
