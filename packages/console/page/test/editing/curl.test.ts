import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCurl } from '../../src/editing/editing.ts';

const service = new URL('http://127.0.0.1:8080/base/');
const content = { description: "it's", coordinates: { latitude: 48.8584, longitude: 2.2945 } };

/** The arguments that a shell makes of commands, one list a command. */
function argumentsOf(commands: readonly string[]): readonly (readonly string[])[] {
  const script = `curl() { printf '%s\\0' "$@"; printf '\\n\\0'; }\n${commands.join('\n')}`;
  const output = execFileSync('sh', ['-s'], { input: script, encoding: 'utf8', maxBuffer: 1e9 });
  const lists = output.split('\n\0').map((list) => list.split('\0').slice(0, -1));
  return lists.slice(0, commands.length);
}

it('a command creates with POST, replaces with PUT and deletes with DELETE', () => {
  const json = `-H 'Content-Type: application/json' --data-binary '{"description":"it'\\''s","coordinates":{"latitude":48.8584,"longitude":2.2945}}'`;
  const url = "'http://127.0.0.1:8080/base/a%2Fb%20c'";
  const id = 'a/b c';
  expect(toCurl(service, { id, before: undefined, after: content })).toBe(`curl -X POST ${url} ${json}`);
  expect(toCurl(service, { id, before: content, after: content })).toBe(`curl -X PUT ${url} ${json}`);
  expect(toCurl(service, { id, before: content, after: undefined })).toBe(`curl -X DELETE ${url}`);
});

it('a command is one line of visible characters', () => {
  const description = 'one\ntwo\r\u202e\u0007\u2028\u{e0001}';
  const line = toCurl(service, { id: 'a\n\u202e', before: undefined, after: { ...content, description } });
  expect(line).toContain('/base/a%0A%E2%80%AE');
  expect(line).toContain(String.raw`"one\ntwo\r\u202e\u0007\u2028\udb40\udc01"`);
});

it('a command keeps curl from reading brackets as a pattern', () => {
  const url = new URL('http://127.0.0.1/[1-2]/');
  expect(toCurl(url, { id: 'a', before: content, after: undefined })).toBe(
    "curl --globoff -X DELETE 'http://127.0.0.1/[1-2]/a'",
  );
});

it('a shell passes any identifier and description on unchanged', () => {
  const unit = fc.constantFrom(...`'"\\$\`!#%&*?~;|<>(){}[]\n\t\0 -=aé😀\u202e\u2028`);
  const text = fc.string({ unit, maxLength: 30 });
  const changes = fc.sample(fc.tuple(text, text), 300);
  const commands = changes.map(([id, description]) =>
    toCurl(service, { id: `a${id}`, before: undefined, after: { ...content, description } }),
  );
  for (const [index, words] of argumentsOf(commands).entries()) {
    const [id, description] = changes[index] as [string, string];
    expect(decodeURIComponent(words[2]?.slice(service.href.length) ?? '')).toBe(`a${id}`);
    expect(JSON.parse(words.at(-1) ?? '')).toEqual({ ...content, description });
  }
});
