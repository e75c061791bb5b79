import type { LocationRequest } from '@location-records/core';

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

/** Whether a client decodes gzip. */
export function acceptsGzip({ headers }: LocationRequest): boolean {
  const qualities = qualitiesIn(headers['accept-encoding']);
  return Boolean(qualities.get('gzip') ?? qualities.get('*'));
}

/** Whether a client asks for a page for people: it names HTML, as browsers do, and nothing of JSON above it. */
export function prefersHtml({ headers }: LocationRequest): boolean {
  const qualities = qualitiesIn(headers.accept);
  const html = qualities.get('text/html') ?? 0;
  return html > 0 && html >= (qualities.get('application/json') ?? 0);
}
