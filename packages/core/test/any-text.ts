import fc from 'fast-check';

const surrogates = 0xe000 - 0xd800;
const codePoints = 0x110000 - surrogates;

/**
 * One character: any code point but a surrogate. The unit `binary` of fast-check takes a second to prepare.
 */
const anyCharacter = fc
  .integer({ min: 0, max: codePoints - 1 })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + surrogates));

/** Any well-formed text. The default unit has the names that objects inherit, such as `__proto__`. */
export function anyText(constraints: { readonly minLength?: number; readonly maxLength?: number } = {}) {
  return fc.oneof(fc.string({ ...constraints, unit: anyCharacter }), fc.string(constraints));
}
