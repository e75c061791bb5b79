import { expect, it } from 'vitest';
import { ownEntries } from '../../src/diff/own-entries.ts';

it.each([
  ['[]', '[]'],
  ['[["x",{"a":1}]]', '[]'],
  ['[["id-b",{"a":[1,2]}],["x",{}],["id-a",{}]]', '[["id-a",{}],["id-b",{"a":[1,2]}]]'],
  ['[["id","a,]}\\"["],["x","id\\\\"]]', '[["id","a,]}\\"["],["x","id\\\\"]]'],
  ['[["id",1], ["id",2]]', '[["id",1],["id",2]]'],
  ['[["id-b", 1.0],\n ["id-a", 1]]', '[["id-a", 1],["id-b", 1.0]]'],
  [' [["x"], ["id"]]\n', ' [["id"]]\n'],
  ['[ ]', '[]'],
  ['[["id",1],["id",1]]', '[["id",1],["id",1]]'],
  ['{"error_message":"x"}', '{"error_message":"x"}'],
  ['[["id",1]', '[["id",1]'],
  ['', ''],
])('keeps only the entries of %s with "id", sorted', (text, own) => {
  expect(ownEntries(text, 'id', true)).toBe(own);
});

it('keeps their order without sorting', () => {
  expect(ownEntries('[["id-b"],["x"],["id-a"]]', 'id', false)).toBe('[["id-b"],["id-a"]]');
});
