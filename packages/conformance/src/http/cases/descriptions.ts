import { expectDone } from '../expect.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { deleteMany, expectAllListed, expectRecord } from '../records.ts';
import { send } from '../requests.ts';
import type { Service } from '../service.ts';

/** Descriptions that careless servers change or hide, each group with the id of its case. */
const groups: readonly (readonly [id: string, what: string, texts: readonly string[]])[] = [
  [
    'description-markup',
    'Markup, quotes and escapes in descriptions',
    [
      '<',
      '>',
      '&',
      "'",
      '"',
      '&lt;',
      '&amp;amp;',
      '&#39;',
      '<b>a</b>',
      '\\',
      '\\\\',
      '\\n',
      '\\u003c',
      '%3C',
      '``',
      '$1',
    ],
  ],
  [
    'description-line-ends',
    'Line ends and tabs in descriptions',
    [
      'a\r\nb',
      'a\rb',
      'a\nb',
      'a\n\nb',
      'a\r\n',
      'a\r',
      'a\n',
      '\na',
      'a\tb',
      'a\t',
      '\v\f',
      'a\u{85}',
      'a\u{2028}b',
    ],
  ],
  [
    'description-like-values',
    'Descriptions that look like other values',
    [
      'null',
      'undefined',
      'None',
      'true',
      '0',
      '01',
      '1e1',
      '1.0',
      '-0',
      'NaN',
      '[]',
      '{}',
      '""',
      '2026-01-01',
    ],
  ],
];

/** The texts are returned unchanged in GET and in the list, after POST and after PUT. */
async function expectKept(service: Service, texts: readonly string[]): Promise<void> {
  const ids = texts.map(() => service.freshId());
  for (const method of ['POST', 'PUT']) {
    const records = ids.map((id, index) => {
      const number = method === 'POST' ? index : index - 1;
      const coordinates = { latitude: index + 1, longitude: number + 2 };
      return [id, JSON.stringify({ description: texts.at(number), coordinates })] as const;
    });
    for (const [id, location] of records) {
      expectDone(await service.request(send(method, `/${id}`, location)));
      await expectRecord(service, `/${id}`, location);
    }
    await expectAllListed(service, records);
  }
  await deleteMany(service, ids);
}

/** SPEC 4.5.7: descriptions of any kind are stored unchanged. */
export const descriptions: readonly HttpCase[] = groups.map(([id, what, texts]) =>
  httpCase(id, 'SPEC 4.5.7', `${what} are returned unchanged, alone and in the list.`, (service) =>
    expectKept(service, texts),
  ),
);
