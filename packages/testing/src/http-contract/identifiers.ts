import { expectDone, expectEqual, expectHead, expectProblem, problemText } from './expect.ts';
import { type HttpCase, httpCase } from './http-case.ts';
import { locationNotFound, messages, resourceNotFound } from './messages.ts';
import { bare, createRecord, expectRecord, first, listed, readList, second, store } from './records.ts';
import { ask, send } from './requests.ts';
import type { Service } from './service.ts';

/** What may follow in an identifier, as it is sent and as it is. */
const suffixes: readonly (readonly [
  name: string,
  clause: string,
  rule: string,
  sent: string,
  meant: string,
])[] = [
  ['slash', 'D2', 'An encoded slash is part of the identifier', '%2Fb', '/b'],
  ['slash-lower', 'D2', 'Escapes are read without case', '%2fb', '/b'],
  ['slash-end', 'D2', 'An encoded slash at the end is part of the identifier', '%2F', '/'],
  ['plus', 'D2', 'A plus is a plus', 'a+b', 'a+b'],
  ['plus-encoded', 'D2', 'An encoded plus is a plus', 'a%2Bb', 'a+b'],
  ['space', 'D2', 'An encoded space is a space', 'a%20b', 'a b'],
  ['percent', 'D2', 'An encoded percent sign is one', '100%25', '100%'],
  ['decoded-once', 'D2', 'A segment is decoded once', '%2541', '%41'],
  ['decoded-once-dots', 'D5', 'Dots that were encoded twice are no dot segment', '%252e%252e', '%2e%2e'],
  ['letter-encoded', 'D2', 'An encoded letter is the letter', '%41%7a', 'Az'],
  ['two-bytes', 'D2', 'An escape is UTF-8: two bytes', '%C3%A9', 'é'],
  ['three-bytes', 'D2', 'An escape is UTF-8: three bytes', '%E2%82%AC', '€'],
  ['four-bytes', 'D2', 'An escape is UTF-8: four bytes', '%F0%9F%98%80', '😀'],
  ['last-code-point', 'D1', 'The last code point is one', '%F4%8F%BF%BF', '\u{10ffff}'],
  ['replacement', 'D1', 'U+FFFD is an ordinary character', '%EF%BF%BD', '\u{fffd}'],
  ['noncharacter', 'D1', 'A noncharacter is an ordinary character', '%EF%BF%BF', '\u{ffff}'],
  ['bom', 'D1', 'A byte order mark is an ordinary character', '%EF%BB%BF', '\u{feff}'],
  ['zero-width', 'D1', 'A zero-width character counts', '%E2%80%8B', '\u{200b}'],
  ['nul', 'D10', 'NUL is an ordinary character', 'a%00b', 'a\0b'],
  ['nul-end', 'D10', 'NUL at the end is an ordinary character', '%00', '\0'],
  ['line-feed', 'D10', 'A line feed is an ordinary character', '%0A', '\n'],
  ['carriage-return', 'D10', 'CR LF is no way out of the identifier', '%0D%0AX-A:%20b', '\r\nX-A: b'],
  ['tab', 'D10', 'A tab is an ordinary character', '%09', '\t'],
  ['escape', 'D10', 'ESC is an ordinary character', '%1B%5B0m', '\u{1b}[0m'],
  ['delete', 'D10', 'DEL is an ordinary character', '%7F', '\u{7f}'],
  ['c1', 'D10', 'A C1 control character is an ordinary character', '%C2%85', '\u{85}'],
  ['quote', 'D1', 'A quotation mark is an ordinary character', '%22', '"'],
  ['backslash', 'D5', 'An encoded backslash is a backslash', 'a%5Cb', 'a\\b'],
  ['backslash-dots', 'D5', 'Dots behind an encoded backslash are no dot segment', 'a%5C..%5Cb', 'a\\..\\b'],
  ['slash-dots', 'D5', 'Dots behind an encoded slash are no dot segment', 'a%2F..%2Fb', 'a/../b'],
  ['question-mark', 'D7', 'An encoded question mark is part of the identifier', '%3Fx=1', '?x=1'],
  ['number-sign', 'D1', 'An encoded number sign is part of the identifier', '%23x', '#x'],
  ['semicolon', 'D1', 'A semicolon is part of the identifier', ';v=1', ';v=1'],
  [
    'reserved',
    'D1',
    'Characters that a path may hold as they are stand for themselves',
    "!$&'()*,=:@~_-.",
    "!$&'()*,=:@~_-.",
  ],
  ['sql', 'D1', 'Quotes and wildcards have no meaning', "'%3B--%25_*", "';--%_*"],
  ['dots', 'D5', 'Three dots are no dot segment', '...', '...'],
  ['dot-end', 'D5', 'A dot behind a name is part of it', '.', '.'],
  ['dots-end', 'D5', 'Two dots behind a name are part of it', '..', '..'],
  ['right-to-left', 'D1', 'A right-to-left mark is an ordinary character', '%E2%80%8F%D7%90', '\u{200f}א'],
  ['separator', 'D1', 'A line separator is an ordinary character', '%E2%80%A8', '\u{2028}'],
];

/** Pairs that some stores or files take for the same. */
const distinct: readonly (readonly [name: string, rule: string, one: string, other: string])[] = [
  ['case', 'Upper and lower case', 'a', 'A'],
  ['case-folding', 'Letters that fold to others', '%C3%9F', 'ss'],
  ['normalisation', 'A composed and a decomposed letter', '%C3%A9', 'e%CC%81'],
  ['compatibility', 'A letter and its full-width form', 'a', '%EF%BD%81'],
  ['space-behind', 'A space behind', '', '%20'],
  ['nul-behind', 'NUL behind', '', '%00'],
  ['nul-inside', 'What comes behind NUL', 'a%00b', 'a%00c'],
  ['plus-space', 'A plus and a space', '+', '%20'],
  ['slash-encoded', 'A slash and its escape', '%2F', '%252F'],
  ['line-ends', 'Different line ends', '%0A', '%0D%0A'],
  ['zeros', 'Numbers with leading zeros', '7', '07'],
  ['surrogate-order', 'Characters whose UTF-16 order differs', '%EF%BD%81', '%F0%9F%98%80'],
  ['replacement', 'U+FFFD and U+FFFE', '%EF%BF%BD', '%EF%BF%BE'],
  ['bom', 'A byte order mark behind', '', '%EF%BB%BF'],
];

const badEscapes: readonly (readonly [name: string, sent: string])[] = [
  ['lone-percent', '%'],
  ['percent-behind', 'a%'],
  ['one-digit', '%2'],
  ['no-digits', '%zz'],
  ['half-digit', '%2g'],
  ['percent-u', '%u00e9'],
  ['ff', '%FF'],
  ['cut', '%C3'],
  ['cut-before-letter', '%C3a'],
  ['cut-three', '%E2%82'],
  ['continuation', '%80'],
  ['overlong', '%C0%AF'],
  ['surrogate', '%ED%A0%80'],
  ['beyond', '%F4%90%80%80'],
];

async function expectInvalid(service: Service, target: string): Promise<void> {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
    const isWrite = method.startsWith('P');
    const answer = await service.request(isWrite ? send(method, target, first) : ask(method, target));
    expectProblem(answer, 400, messages.idInvalid);
  }
  expectHead(await service.request(ask('HEAD', target)), 400, problemText(messages.idInvalid));
}

/** Every method finds this identifier under this target, and all messages and the list tell it as it is. */
async function expectIdentifier(service: Service, target: string, id: string): Promise<void> {
  expectProblem(await service.request(ask('GET', target)), 404, resourceNotFound(id));
  expectProblem(await service.request(send('PUT', target, first)), 404, locationNotFound(id));
  await store(service, target, first);
  await expectRecord(service, target, first);
  expectDone(await service.request(send('PUT', target, second)));
  expectEqual('listed', await listed(service, id), second);
  expectDone(await service.request(ask('DELETE', target)));
  expectProblem(await service.request(ask('GET', target)), 404, resourceNotFound(id));
}

/** Identifiers that mean something elsewhere. They cannot be made fresh, so that they need a store of their own. */
const special: readonly (readonly [name: string, rule: string, ids: readonly string[]])[] = [
  [
    'object-members',
    'Names of object members',
    ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'],
  ],
  ['numbers', 'Numbers', ['10', '9', '0', '-1', '1e3', '1.0', 'NaN']],
  ['words', 'Words with a meaning in code', ['null', 'undefined', 'true', 'false', '-']],
  [
    'one-character',
    'Single characters',
    ['a', 'A', '~', '_', '%20', '%00', '%2F', '%F0%9F%98%80', '+', '%25'],
  ],
  ['file-names', 'Names of files', ['favicon.ico', 'robots.txt', 'index.html', '.well-known', '.env', '...']],
];

/** DESIGN of identifiers: which there are, how they are written, and that none is taken for another. */
export const identifiers: readonly HttpCase[] = [
  ...suffixes.map(([name, clause, rule, sent, meant]) =>
    httpCase(`id-${name}`, clause, `${rule}.`, async (service) => {
      const id = service.freshId();
      await expectIdentifier(service, `/${id}${sent}`, `${id}${meant}`);
    }),
  ),
  ...distinct.map(([name, rule, one, other]) =>
    httpCase(`id-distinct-${name}`, 'D1', `${rule} make different identifiers.`, async (service) => {
      const id = service.freshId();
      await store(service, `/${id}${one}`, first);
      expectEqual('status', (await service.request(ask('GET', `/${id}${other}`))).status, 404);
      await store(service, `/${id}${other}`, second);
      await expectRecord(service, `/${id}${one}`, first);
      await expectRecord(service, `/${id}${other}`, second);
      expectDone(await service.request(ask('DELETE', `/${id}${one}`)));
      await expectRecord(service, `/${id}${other}`, second);
    }),
  ),
  ...badEscapes.map(([name, sent]) =>
    httpCase(
      `id-bad-escape-${name}`,
      'D3',
      `The escape in "${sent}" is not valid, for every method.`,
      async (service) => {
        await expectInvalid(service, `/${service.freshId()}${sent}`);
        await expectInvalid(service, `/${sent}`);
      },
    ),
  ),
  httpCase(
    'id-escape-same',
    'D2',
    'Different ways to write an identifier name one record.',
    async (service) => {
      const id = await createRecord(service);
      const encoded = id.replaceAll('c', '%63').replaceAll('-', '%2d').replaceAll('e', '%65');
      await expectRecord(service, `/${encoded}`, first);
      expectDone(await service.request(send('PUT', `/${encoded}`, second)));
      await expectRecord(service, `/${id}`, second);
    },
  ),
  httpCase('id-message-is-json', 'D38', 'An identifier in a message is encoded as JSON.', async (service) => {
    const id = service.freshId();
    expectProblem(
      await service.request(ask('GET', `/${id}%22%5C%0A%00`)),
      404,
      resourceNotFound(`${id}"\\\n\0`),
    );
    expectProblem(
      await service.request(send('PUT', `/${id}%3Cb%3E%22`, bare)),
      404,
      locationNotFound(`${id}<b>"`),
    );
  }),
  httpCase('id-long', 'D9', 'An identifier of 8,000 characters is an ordinary one.', async (service) => {
    const id = `${service.freshId()}${'x'.repeat(8000)}`;
    await expectIdentifier(service, `/${id}`, id);
  }),
  httpCase(
    'id-long-distinct',
    'D9',
    'Long identifiers that differ at their end are not merged.',
    async (service) => {
      const id = `${service.freshId()}${'x'.repeat(8000)}`;
      await store(service, `/${id}a`, first);
      await store(service, `/${id}b`, second);
      await expectRecord(service, `/${id}a`, first);
      await expectRecord(service, `/${id}b`, second);
      const ids = (await readList(service)).map(([listedId]) => listedId);
      expectEqual('listed', [ids.includes(`${id}a`), ids.includes(`${id}b`)], [true, true]);
      expectDone(await service.request(ask('DELETE', `/${id}a`)));
      await expectRecord(service, `/${id}b`, second);
    },
  ),
  httpCase(
    'id-long-encoded',
    'D9',
    'An identifier of 1,000 characters of four bytes is an ordinary one.',
    async (service) => {
      const id = service.freshId();
      await expectIdentifier(service, `/${id}${'%F0%9F%98%80'.repeat(1000)}`, `${id}${'😀'.repeat(1000)}`);
    },
  ),
  ...special.map(([name, rule, ids]) =>
    httpCase(
      `id-special-${name}`,
      'D10',
      `${rule} are ordinary identifiers.`,
      async (service) => {
        for (const id of ids) await expectIdentifier(service, `/${id}`, decodeURIComponent(id));
        for (const id of ids) await store(service, `/${id}`, first);
        const all = (await readList(service)).map(([id]) => id);
        expectEqual('listed', all.sort(), ids.map(decodeURIComponent).sort());
      },
      { needs: ['empty-store'] },
    ),
  ),
];
