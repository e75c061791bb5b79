import { expectDone } from '../expect.ts';
import { expectProblem, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectRecord, first, second } from '../records.ts';
import { bytes, send } from '../requests.ts';
import { acceptedBody, refusedBody } from './body-cases.ts';

const byteOrderMark = '\u{feff}';

/** Bytes that are not UTF-8. */
const invalidBytes: readonly (readonly [name: string, rule: string, wrong: readonly number[]])[] = [
  ['lone-continuation', 'A continuation byte without a first byte', [0x80]],
  ['ff', 'The byte FF', [0xff]],
  ['latin1', 'A Latin-1 letter', [0xe9]],
  ['cut', 'A cut sequence of two bytes', [0xc3, 0x22]],
  ['overlong', 'An overlong sequence', [0xc0, 0xaf]],
  ['surrogate', 'A surrogate in UTF-8', [0xed, 0xa0, 0x80]],
  ['beyond', 'A code point beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
];

const rest = '","coordinates":{"latitude":1,"longitude":2}}';

/** SPEC 4.5.3: missing bodies, and the encoding of bodies. */
export const body: readonly HttpCase[] = [
  refusedBody('body-empty', 'D19', 'A body of zero bytes is missing.', '', { message: messages.bodyMissing }),
  httpCase('body-none', 'D19', 'A write without a body is refused: its body is missing.', async (service) => {
    const id = await createRecord(service);
    for (const method of ['POST', 'PUT']) {
      const response = await service.request({
        method,
        target: `/${id}`,
        headers: [['Content-Type', 'application/json']],
      });
      expectProblem(response, 400, messages.bodyMissing);
    }
    await expectRecord(service, `/${id}`, first);
  }),
  refusedBody('body-space', 'D19', 'A space is a body, and not valid.', ' '),
  refusedBody('body-white-space', 'D19', 'White space is a body, and not valid.', '\r\n\t  \r\n'),
  refusedBody('body-bom', 'D19', 'A byte order mark alone is a body, and not valid.', byteOrderMark),
  refusedBody('body-null', 'D19', 'null is a body, and not valid.', 'null'),
  refusedBody('body-nul', 'D19', 'A NUL byte is a body, and not valid.', '\0'),
  acceptedBody(
    'body-bom-before',
    'D23',
    'One byte order mark before the JSON is dropped.',
    `${byteOrderMark}${first}`,
    first,
  ),
  refusedBody(
    'body-bom-twice',
    'D23',
    'Only one byte order mark is dropped.',
    `${byteOrderMark}${byteOrderMark}${first}`,
  ),
  refusedBody(
    'body-bom-behind',
    'D23',
    'A byte order mark after the JSON is not dropped.',
    `${first}${byteOrderMark}`,
  ),
  acceptedBody(
    'body-bom-in-description',
    'D23',
    'A byte order mark in a description is kept.',
    `{"description":"${byteOrderMark}a${rest}`,
    `{"description":"${byteOrderMark}a${rest}`,
  ),
  refusedBody('body-utf16', 'D24', 'UTF-16 with its byte order mark is not valid.', () =>
    bytes([0xff, 0xfe, 0x7b, 0, 0x7d, 0]),
  ),
  refusedBody('body-utf16-without-bom', 'D24', 'UTF-16 is not valid.', () =>
    Uint8Array.from(first, (_, index) => (index % 2 ? 0 : 0x20)),
  ),
  ...invalidBytes.map(([name, rule, wrong]) =>
    refusedBody(`body-utf8-${name}`, 'D24', `${rule} is not valid, and is not replaced by U+FFFD.`, () =>
      bytes('{"description":"a', wrong, rest),
    ),
  ),
  refusedBody('body-utf8-at-end', 'D24', 'A wrong byte after the JSON is not valid.', () =>
    bytes(first, [0xff]),
  ),
  refusedBody(
    'body-utf8-cut-at-end',
    'D24',
    'A UTF-8 sequence cut by the end of the body is not valid.',
    () => bytes(first, [0xe2, 0x82]),
  ),
  acceptedBody(
    'body-white-space-around',
    'SPEC 4.5.6',
    'White space around the JSON does not matter.',
    ` \t\r\n${first}\r\n `,
    first,
  ),
  httpCase(
    'body-charset-parameter',
    'D16',
    'A charset parameter changes nothing: the body is UTF-8.',
    async (service) => {
      const id = service.freshId();
      const text = '{"description":"é","coordinates":{"latitude":1,"longitude":2}}';
      const headers = [['Content-Type', 'application/json; charset=iso-8859-1']] as const;
      expectDone(await service.request(send('POST', `/${id}`, text, headers)));
      await expectRecord(service, `/${id}`, text);
    },
  ),
  httpCase(
    'body-of-one-record-only',
    'SPEC 4.4',
    'The body of one request never becomes the body of another.',
    async (service) => {
      const ids = [service.freshId(), service.freshId()];
      const long = `{"description":"${'x'.repeat(3000)}","coordinates":{"latitude":1,"longitude":2}}`;
      const responses = await Promise.all([
        service.request(send('POST', `/${ids[0]}`, long)),
        service.request(send('POST', `/${ids[1]}`, second)),
      ]);
      for (const response of responses) expectDone(response);
      await expectRecord(service, `/${ids[0]}`, long);
      await expectRecord(service, `/${ids[1]}`, second);
    },
  ),
];
