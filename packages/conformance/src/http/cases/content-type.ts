import { expectDone, expectJson } from '../expect.ts';
import { expectProblem, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectAbsent, expectRecord, first, second } from '../records.ts';
import { bytes, send } from '../requests.ts';
import type { CaseRequest } from '../service.ts';

type Row = readonly [name: string, value: string];

const accepted: readonly Row[] = [
  ['plain', 'application/json'],
  ['upper-case', 'APPLICATION/JSON'],
  ['mixed-case', 'Application/Json'],
  ['charset', 'application/json; charset=utf-8'],
  ['charset-without-space', 'application/json;charset=UTF-8'],
  ['charset-other', 'application/json; charset=iso-8859-1'],
  ['space-before-semicolon', 'application/json ; charset=utf-8'],
  ['tab-before-semicolon', 'application/json\t;charset=utf-8'],
  ['space-around', '  application/json  '],
  ['parameter-empty', 'application/json;'],
  ['parameter-empty-spaced', 'application/json ; '],
  ['parameters-empty', 'application/json;;;'],
  ['parameter-without-value', 'application/json; charset'],
  ['parameter-without-name', 'application/json; =utf-8'],
  ['parameter-many', 'application/json; a=1; b=2; a=3'],
  ['parameter-spaced', 'application/json; charset = utf-8'],
  ['parameter-quoted', 'application/json; charset="utf-8"'],
  ['parameter-quoted-comma', 'application/json; profile="a,b"'],
  ['parameter-quoted-comma-space', 'application/json; profile="a, b"'],
  ['parameter-quoted-escape', 'application/json; profile="a\\",b"'],
  ['parameter-quote-open', 'application/json; charset="utf-8'],
  ['parameter-type', 'application/json; text/plain'],
];

const refused: readonly Row[] = [
  ['empty', ''],
  ['text-plain', 'text/plain'],
  ['text-json', 'text/json'],
  ['form', 'application/x-www-form-urlencoded'],
  ['multipart', 'multipart/form-data; boundary=x'],
  ['octet-stream', 'application/octet-stream'],
  ['longer', 'application/jsonx'],
  ['json5', 'application/json5'],
  ['shorter', 'application/jso'],
  ['prefixed', 'xapplication/json'],
  ['suffix', 'application/vnd.api+json'],
  ['ld-json', 'application/ld+json'],
  ['json-seq', 'application/json-seq'],
  ['subtype-only', 'json'],
  ['type-only', 'application'],
  ['without-subtype', 'application/'],
  ['without-type', '/json'],
  ['deeper', 'application/json/x'],
  ['space-inside', 'application/ json'],
  ['space-before-slash', 'application /json'],
  ['space-parameter', 'application/json charset=utf-8'],
  ['quoted', '"application/json"'],
  ['wildcard', '*/*'],
  ['wildcard-subtype', 'application/*'],
  ['parameter-first', 'charset=utf-8; application/json'],
  ['in-parameter', 'text/plain; type=application/json'],
  ['comma-same', 'application/json, application/json'],
  ['comma-other', 'application/json, text/plain'],
  ['comma-other-first', 'text/plain, application/json'],
  ['comma-tight', 'application/json,application/json'],
  ['comma-end', 'application/json,'],
  ['comma-start', ',application/json'],
  ['comma-behind-parameter', 'application/json; charset=utf-8, application/json'],
  ['comma-behind-quotes', 'application/json; profile="a", text/plain'],
  ['comma-behind-open-quote', 'application/json; profile="a,b'],
  ['comma-space-behind-open-quote', 'application/json; profile="a, text/plain'],
];

/** Types that careless patterns for JSON accept. Each row is a case; the ends of its types are between spaces. */
const alike: readonly (readonly [name: string, rule: string, start: string, ends: string])[] = [
  [
    'json-begins',
    'types that begin like JSON',
    'application/',
    'json-patch+json json-patch json+xml jsonp jsonl json.a json_a json- json*',
  ],
  [
    'json-ends',
    'subtypes that end like JSON',
    'application/',
    'merge-patch+json geo+json hal+json problem+json x-json x.json ndjson x-ndjson +json a_json',
  ],
  [
    'json-elsewhere',
    'other types whose names resemble JSON',
    '',
    'text/x-json model/gltf+json image/json x-application/json applications/json application/javascript */json',
  ],
];

/** POST and PUT refuse these fields. They create nothing, and leave a present record unchanged. */
async function expectRefused(
  service: Parameters<HttpCase['run']>[0],
  headers: CaseRequest['headers'],
): Promise<void> {
  const [id, absent] = [await createRecord(service), service.freshId()];
  for (const target of [`/${id}`, `/${absent}`]) {
    for (const method of ['POST', 'PUT']) {
      expectProblem(await service.request(send(method, target, second, headers)), 400, messages.contentType);
    }
  }
  await expectRecord(service, `/${id}`, first);
  await expectAbsent(service, absent);
}

/** SPEC 4.5.1: the content type, and other fields about content. */
export const contentType: readonly HttpCase[] = [
  ...accepted.map(([name, value]) =>
    httpCase(
      `content-type-accepted-${name}`,
      name.startsWith('charset') ? 'SPEC 4.5.1' : 'D16',
      `POST and PUT accept ${JSON.stringify(value)}.`,
      async (service) => {
        const id = service.freshId();
        expectDone(await service.request(send('POST', `/${id}`, first, [['Content-Type', value]])));
        await expectRecord(service, `/${id}`, first);
        expectDone(await service.request(send('PUT', `/${id}`, second, [['Content-Type', value]])));
        await expectRecord(service, `/${id}`, second);
      },
    ),
  ),
  ...refused.map(([name, value]) =>
    httpCase(
      `content-type-refused-${name}`,
      'D16',
      `POST and PUT refuse ${JSON.stringify(value)}.`,
      (service) => expectRefused(service, [['Content-Type', value]]),
    ),
  ),
  ...alike.map(([name, rule, start, ends]) =>
    httpCase(`content-type-refused-${name}`, 'D16', `POST and PUT refuse ${rule}.`, async (service) => {
      for (const end of ends.split(' ')) await expectRefused(service, [['Content-Type', `${start}${end}`]]);
    }),
  ),
  httpCase(
    'content-type-refused-missing',
    'D16',
    'POST and PUT refuse a body without a content type.',
    (service) => expectRefused(service, []),
  ),
  httpCase(
    'content-type-refused-repeated',
    'D16',
    'POST and PUT refuse a repeated content type, even the same one.',
    (service) =>
      expectRefused(service, [
        ['Content-Type', 'application/json'],
        ['Content-Type', 'application/json'],
      ]),
  ),
  httpCase(
    'content-type-refused-repeated-other',
    'D16',
    'POST and PUT refuse a second content type, even if one of them is right.',
    async (service) => {
      await expectRefused(service, [
        ['Content-Type', 'application/json'],
        ['Content-Type', 'text/plain'],
      ]);
      await expectRefused(service, [
        ['Content-Type', 'text/plain'],
        ['content-type', 'application/json'],
      ]);
    },
  ),
  httpCase(
    'content-type-refused-repeated-in-quotes',
    'D16',
    'POST and PUT refuse a second content type after an open quote.',
    (service) =>
      expectRefused(service, [
        ['Content-Type', 'application/json; profile="'],
        ['Content-Type', 'text/plain'],
      ]),
  ),
  httpCase(
    'content-type-field-case',
    'SPEC 4.5.1',
    'The name of the field is case-insensitive.',
    async (service) => {
      const id = service.freshId();
      expectDone(
        await service.request(send('POST', `/${id}`, first, [['cOnTeNt-TyPe', 'application/json']])),
      );
      await expectRecord(service, `/${id}`, first);
    },
  ),
  httpCase(
    'content-type-accept',
    'SPEC 4',
    'Accept and Accept-Encoding do not change the response.',
    async (service) => {
      const id = await createRecord(service);
      const response = await service.request({
        method: 'GET',
        target: `/${id}`,
        headers: [
          ['Accept', 'text/html'],
          ['Accept-Encoding', 'gzip'],
        ],
      });
      expectJson(response, 200, first);
      await expectRecord(service, `/${id}`, first);
    },
  ),
  httpCase(
    'content-encoding-plain',
    'D17',
    'A content encoding is not decoded: plain JSON sent as "gzip" is valid.',
    async (service) => {
      const id = service.freshId();
      const headers = [
        ['Content-Type', 'application/json'],
        ['Content-Encoding', 'gzip'],
      ] as const;
      expectDone(await service.request(send('POST', `/${id}`, first, headers)));
      await expectRecord(service, `/${id}`, first);
    },
  ),
  httpCase(
    'content-encoding-gzip',
    'D17',
    'A content encoding is not decoded: gzip data is not valid.',
    async (service) => {
      const id = await createRecord(service);
      const headers = [
        ['Content-Type', 'application/json'],
        ['Content-Encoding', 'gzip'],
      ] as const;
      const gzip = bytes([
        0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xab, 0xae, 5, 0, 0x43, 0xbf, 0xa6, 0xa3, 2, 0, 0, 0,
      ]);
      expectProblem(await service.request(send('PUT', `/${id}`, gzip, headers)), 400, messages.bodyInvalid);
      await expectRecord(service, `/${id}`, first);
    },
  ),
];
