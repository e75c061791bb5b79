import { locationNotFound, messages } from '../expect-problem.ts';
import type { HttpCase } from '../http-case.ts';
import { first } from '../records.ts';
import { jsonType } from '../requests.ts';
import { problem, put, sameResponse, writes } from '../rows.ts';

const text = [['Content-Type', 'text/plain']] as const;
const wrongType = problem(400, messages.contentType);
const noBody = problem(400, messages.bodyMissing);
const notFound = problem(404, locationNotFound('<id>'));
const absent = { before: undefined, after: null };

/**
 * SPEC 4.5: the order of the checks of POST and PUT. A request that fails two gets the error of the first.
 */
export const writeOrder: readonly HttpCase[] = [
  ...sameResponse('SPEC 4.5.1', wrongType, [
    ['check-type-before-id', 'The content type is checked before the identifier.', writes(first, text, '/')],
    [
      'check-type-before-body',
      'The content type is checked before the presence of a body.',
      writes('', text),
    ],
    ['check-type-before-json', 'The content type is checked before the JSON.', writes('{', text)],
  ]),
  ...sameResponse('D3', wrongType, [
    [
      'check-type-before-id-escape',
      'The content type is checked before the escapes of the identifier.',
      writes(first, text, '/%zz'),
    ],
  ]),
  ...sameResponse('SPEC 4.5.2', problem(400, messages.idMissing), [
    [
      'check-id-before-body',
      'The identifier is checked before the presence of a body.',
      writes('', jsonType, '/'),
    ],
    ['check-id-before-json', 'The identifier is checked before the JSON.', writes('{', jsonType, '/')],
  ]),
  ...sameResponse('D3', problem(400, messages.idInvalid), [
    [
      'check-id-escape-before-body',
      'The escapes of the identifier are checked before the presence of a body.',
      writes('', jsonType, '/%FF'),
    ],
  ]),
  ...sameResponse(
    'SPEC 4.5.1',
    wrongType,
    [
      [
        'check-put-absent-type-before-existence',
        'PUT checks the content type before it looks for the record.',
        put(first, text),
      ],
    ],
    absent,
  ),
  ...sameResponse(
    'SPEC 4.5.3',
    noBody,
    [
      [
        'check-put-absent-body-before-existence',
        'PUT checks that there is a body before it looks for the record.',
        put(''),
      ],
    ],
    absent,
  ),
  ...sameResponse(
    'SPEC 4.5.5',
    notFound,
    (
      [
        ['json', 'invalid JSON', '{'],
        ['shape', 'JSON that is not a Location', '{"coordinates":{}}'],
        ['utf8', 'bytes that are not UTF-8', () => Uint8Array.of(0xff, 0xfe)],
        ['limit', 'a body beyond the limit', `"${'x'.repeat(5000)}"`],
      ] as const
    ).map(([name, what, body]) => [
      `check-put-absent-existence-before-${name}`,
      `PUT of ${what} on an absent record is 404, not 400.`,
      put(body),
    ]),
    absent,
  ),
];
