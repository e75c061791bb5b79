import { compareIdentifiers } from '@location-records/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';

it('orders identifiers as Buffer.compare orders their UTF-8 bytes', () => {
  const id = fc.string({
    unit: fc.constantFrom('a', 'b', '\0', '\u{d7ff}', '\u{e000}', '\uffff', '\u{10000}', '\u{10ffff}'),
  });
  fc.assert(
    fc.property(id, id, (a, b) => {
      expect(Math.sign(compareIdentifiers(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});
