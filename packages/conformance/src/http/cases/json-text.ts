import type { HttpCase } from '../http-case.ts';
import { bare, first, somewhere } from '../records.ts';
import { refusedBody } from './body-cases.ts';

/** Text that is no JSON. */
const noJson: readonly (readonly [name: string, rule: string, body: string])[] = [
  ['word', 'a word', 'location'],
  ['open', 'an object that does not end', `{${somewhere}`],
  ['brace', 'a lone brace', '{'],
  ['trailing-comma', 'a trailing comma', `{${somewhere},}`],
  ['single-quotes', 'single quotes', first.replaceAll('"', "'")],
  ['bare-names', 'names without quotes', '{coordinates:{latitude:5,longitude:6}}'],
  ['comment', 'a comment', `{/* here */${somewhere}}`],
  ['second-value', 'a second value', `${bare}${bare}`],
  ['text-behind', 'text behind the object', `${bare}x`],
  ['no-break-space', 'a no-break space', `\u{a0}${bare}`],
  ['control-character', 'a raw control character in a string', `{"description":"a\nb",${somewhere}}`],
  ['escape', 'an unknown escape in a string', `{"description":"\\x41",${somewhere}}`],
  ['undefined', 'undefined', `{"description":undefined,${somewhere}}`],
  ['nan', 'NaN', '{"coordinates":{"latitude":NaN,"longitude":6}}'],
  ['infinity', 'Infinity', '{"coordinates":{"latitude":Infinity,"longitude":6}}'],
  ['leading-zero', 'a leading zero', '{"coordinates":{"latitude":05,"longitude":6}}'],
  ['leading-plus', 'a leading plus', '{"coordinates":{"latitude":+5,"longitude":6}}'],
  ['leading-point', 'a leading point', '{"coordinates":{"latitude":.5,"longitude":6}}'],
  ['trailing-point', 'a trailing point', '{"coordinates":{"latitude":5.,"longitude":6}}'],
  ['hexadecimal', 'a hexadecimal number', '{"coordinates":{"latitude":0x5,"longitude":6}}'],
  ['minus', 'a lone minus', '{"coordinates":{"latitude":-,"longitude":6}}'],
];

/** SPEC 4.5.6: which bodies are JSON. */
export const jsonText: readonly HttpCase[] = [
  ...noJson.map(([name, rule, body]) =>
    refusedBody(`json-no-${name}`, 'SPEC 4.5.6', `POST and PUT refuse ${rule} as no JSON.`, body),
  ),
];
