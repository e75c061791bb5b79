import { expectEqual } from '../../contract-error.ts';
import { expectDone } from '../expect.ts';
import { expectHeadProblem, expectProblem, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectIdentifier, expectRecord, first, second, store } from '../records.ts';
import { ask, send } from '../requests.ts';
import type { Service } from '../service.ts';

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
    const response = await service.request(isWrite ? send(method, target, first) : ask(method, target));
    expectProblem(response, 400, messages.idInvalid);
  }
  expectHeadProblem(await service.request(ask('HEAD', target)), 400, messages.idInvalid);
}

/** Identifiers that are not valid. */
const invalidIdentifiers: readonly HttpCase[] = [
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
];

/** Ends of identifiers, as sent and decoded. */
const suffixes: readonly (readonly [
  name: string,
  clause: string,
  rule: string,
  sent: string,
  meant: string,
])[] = [
  ['slash', 'D2', 'An encoded slash is part of the identifier', '%2Fb', '/b'],
  ['slash-lower', 'D2', 'Escapes are case-insensitive', '%2fb', '/b'],
  ['slash-end', 'D2', 'An encoded slash at the end is part of the identifier', '%2F', '/'],
  ['plus', 'D2', 'A plus is a plus', 'a+b', 'a+b'],
  ['plus-encoded', 'D2', 'An encoded plus is a plus', 'a%2Bb', 'a+b'],
  ['space', 'D2', 'An encoded space is a space', 'a%20b', 'a b'],
  ['percent', 'D2', 'An encoded percent sign is a percent sign', '100%25', '100%'],
  ['decoded-once', 'D2', 'A segment is decoded once', '%2541', '%41'],
  ['decoded-once-dots', 'D5', 'Doubly encoded dots are not a dot segment', '%252e%252e', '%2e%2e'],
  ['letter-encoded', 'D2', 'An encoded letter is the letter', '%41%7a', 'Az'],
  ['two-bytes', 'D2', 'Escapes are UTF-8 (two bytes)', '%C3%A9', 'é'],
  ['three-bytes', 'D2', 'Escapes are UTF-8 (three bytes)', '%E2%82%AC', '€'],
  ['four-bytes', 'D2', 'Escapes are UTF-8 (four bytes)', '%F0%9F%98%80', '😀'],
  ['last-code-point', 'D1', 'The last code point is an ordinary character', '%F4%8F%BF%BF', '\u{10ffff}'],
  ['replacement', 'D1', 'U+FFFD is an ordinary character', '%EF%BF%BD', '\u{fffd}'],
  ['noncharacter', 'D1', 'A noncharacter is an ordinary character', '%EF%BF%BF', '\u{ffff}'],
  ['bom', 'D1', 'A byte order mark is an ordinary character', '%EF%BB%BF', '\u{feff}'],
  ['zero-width', 'D1', 'A zero-width character is an ordinary character', '%E2%80%8B', '\u{200b}'],
  ['nul', 'D10', 'NUL is an ordinary character', 'a%00b', 'a\0b'],
  ['nul-end', 'D10', 'NUL at the end is an ordinary character', '%00', '\0'],
  ['line-feed', 'D10', 'A line feed is an ordinary character', '%0A', '\n'],
  ['carriage-return', 'D10', 'CR LF does not end the identifier', '%0D%0AX-A:%20b', '\r\nX-A: b'],
  ['tab', 'D10', 'A tab is an ordinary character', '%09', '\t'],
  ['escape', 'D10', 'ESC is an ordinary character', '%1B%5B0m', '\u{1b}[0m'],
  ['delete', 'D10', 'DEL is an ordinary character', '%7F', '\u{7f}'],
  ['c1', 'D10', 'A C1 control character is an ordinary character', '%C2%85', '\u{85}'],
  ['quote', 'D1', 'A quotation mark is an ordinary character', '%22', '"'],
  ['backslash', 'D5', 'An encoded backslash is a backslash', 'a%5Cb', 'a\\b'],
  ['backslash-dots', 'D5', 'Dots after an encoded backslash are not a dot segment', 'a%5C..%5Cb', 'a\\..\\b'],
  ['slash-dots', 'D5', 'Dots after an encoded slash are not a dot segment', 'a%2F..%2Fb', 'a/../b'],
  ['question-mark', 'D7', 'An encoded question mark is part of the identifier', '%3Fx=1', '?x=1'],
  ['number-sign', 'D1', 'An encoded number sign is part of the identifier', '%23x', '#x'],
  ['semicolon', 'D1', 'A semicolon is part of the identifier', ';v=1', ';v=1'],
  [
    'reserved',
    'D1',
    'Characters that a path may contain unencoded stand for themselves',
    "!$&'()*,=:@~_-.",
    "!$&'()*,=:@~_-.",
  ],
  ['markup', 'D1', 'Markup has no meaning', "%3Cb%3E%26amp%3B'", "<b>&amp;'"],
  ['sql', 'D1', 'Quotes and wildcards have no meaning', "'%3B--%25_*", "';--%_*"],
  ['dots', 'D5', 'Three dots are not a dot segment', '...', '...'],
  ['dot-end', 'D5', 'A dot after a name is part of it', '.', '.'],
  ['dots-end', 'D5', 'Two dots after a name are part of it', '..', '..'],
  ['right-to-left', 'D1', 'A right-to-left mark is an ordinary character', '%E2%80%8F%D7%90', '\u{200f}א'],
  ['separator', 'D1', 'A line separator is an ordinary character', '%E2%80%A8', '\u{2028}'],
];

/** Pairs that some stores or file systems do not tell apart. */
const distinct: readonly (readonly [name: string, rule: string, one: string, other: string])[] = [
  ['case', 'upper and lower case', 'a', 'A'],
  ['case-folding', 'letters that fold to others', '%C3%9F', 'ss'],
  ['normalisation', 'a composed and a decomposed letter', '%C3%A9', 'e%CC%81'],
  ['compatibility', 'a letter and its full-width form', 'a', '%EF%BD%81'],
  ['space-behind', 'a trailing space', '', '%20'],
  ['nul-behind', 'a trailing NUL', '', '%00'],
  ['nul-inside', 'text after NUL', 'a%00b', 'a%00c'],
  ['plus-space', 'a plus and a space', '+', '%20'],
  ['slash-encoded', 'a slash and its escape', '%2F', '%252F'],
  ['line-ends', 'different line ends', '%0A', '%0D%0A'],
  ['zeros', 'numbers with leading zeros', '7', '07'],
  ['surrogate-order', 'characters whose UTF-16 order differs', '%EF%BD%81', '%F0%9F%98%80'],
  ['replacement', 'U+FFFD and U+FFFE', '%EF%BF%BD', '%EF%BF%BE'],
  ['bom', 'a trailing byte order mark', '', '%EF%BB%BF'],
];

/** Identifiers, their spellings in targets, and that each is distinct from all others. */
export const identifiers: readonly HttpCase[] = [
  ...suffixes.map(([name, clause, rule, sent, meant]) =>
    httpCase(`id-${name}`, clause, `${rule}.`, async (service) => {
      const id = service.freshId();
      await expectIdentifier(service, `/${id}${sent}`, `${id}${meant}`);
    }),
  ),
  ...distinct.map(([name, rule, one, other]) =>
    httpCase(`id-distinct-${name}`, 'D1', `Identifiers differ by ${rule}.`, async (service) => {
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
  httpCase(
    'id-escape-same',
    'D2',
    'Different spellings of an identifier name one record.',
    async (service) => {
      const id = await createRecord(service);
      const encoded = id.replaceAll('c', '%63').replaceAll('-', '%2d').replaceAll('e', '%65');
      await expectRecord(service, `/${encoded}`, first);
      expectDone(await service.request(send('PUT', `/${encoded}`, second)));
      await expectRecord(service, `/${id}`, second);
    },
  ),
  ...invalidIdentifiers,
];
