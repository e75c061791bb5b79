const letters = 'abcdefghijklmnopqrstuvwxyz0123456789-';

/** `length` characters that no engine compresses well, the same on every run. */
export function noise(length: number): string {
  let state = 1;
  let text = '';
  while (text.length < length) {
    // The constants of Numerical Recipes; only the upper bits are any good.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += letters.charAt((state >>> 16) % letters.length);
  }
  return text;
}
