/**
 * The order that {@link StoreGuarantees.listOrder} calls `id-bytes`, as a comparison for `Array.sort`: below 0 when the
 * UTF-8 bytes of `a` come before those of `b`, above 0 when they come behind, and 0 when both are the same.
 */
export function compareIdentifiers(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rankOf(left) - rankOf(right);
  }
  return a.length - b.length;
}

/** UTF-16 puts surrogates, which stand for the highest code points, before U+E000 to U+FFFF; UTF-8 does not. */
function rankOf(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
