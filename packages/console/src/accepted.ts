/**
 * Returns the quality of each name in `Accept` or `Accept-Encoding` (RFC 9110 section 12.4.2), from 0 to 1.
 * Ignores other parameters and malformed qualities. Names are in lower case.
 *
 * @param lines those of the field.
 */
export function qualitiesIn(lines: readonly string[] = []): ReadonlyMap<string, number> {
  const qualities = new Map<string, number>();
  for (const element of lines.join(',').toLowerCase().split(',')) {
    const [name = '', ...parameters] = element.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const quality = Number(weight ?? 1);
    if (quality >= 0 && quality <= 1) qualities.set(name, quality);
  }
  return qualities;
}
