/**
 * Returns what tells whether a host name or an origin is one of these patterns: `*` as the leftmost label stands for one
 * label (`*.example.org`, `https://*.example.org`), and a leading dot for one or more (`.example.org`).
 */
export function matcherOf(patterns: readonly string[]): (text: string) => boolean {
  const alternatives = patterns.map((pattern) =>
    pattern
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace('\\*\\.', '[^.:/@]+\\.')
      .replace(/^\\\./, '(?:[^.:/@]+\\.)+'),
  );
  const whole = new RegExp(`^(?:${alternatives.join('|')})$`);
  return (text) => patterns.length > 0 && whole.test(text);
}
