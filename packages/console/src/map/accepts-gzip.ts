/**
 * Whether a client accepts gzip (RFC 9110 section 12.5.3). A client without the field gets plain files: it
 * may be a tool that does not decode them.
 *
 * @param lines those of the field `Accept-Encoding`.
 */
export function acceptsGzip(lines: readonly string[] = []): boolean {
  const codings = lines.join(',').split(',').map(parseCoding);
  const named = codings.find(({ name }) => name === 'gzip' || name === 'x-gzip');
  return (named ?? codings.find(({ name }) => name === '*'))?.isAccepted ?? false;
}

function parseCoding(element: string): { readonly name: string; readonly isAccepted: boolean } {
  const [name = '', ...parameters] = element.split(';').map((part) => part.trim().toLowerCase());
  return { name, isAccepted: !parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter)) };
}
