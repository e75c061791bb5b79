import { parameterFault, RequestFault } from './request-fault.ts';

/** The decoded values of the parameters that a request has. */
export type Parameters<Name extends string> = ReadonlyMap<Name, string>;

/**
 * Reads the query of a raw request target, encoded as a form is: `+` is a space.
 *
 * @param names the parameters that the route has.
 * @throws {RequestFault} when a parameter is unknown, repeated, or not percent-encoded UTF-8.
 */
export function readParameters<Name extends string>(
  target: string,
  names: readonly Name[],
): Parameters<Name> {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(target) ?? [];
  const isKnown = (name: string | undefined): name is Name => names.includes(name as Name);
  const parameters = new Map<Name, string>();
  for (const part of query.split('&')) {
    if (part === '') continue;
    const [, encodedName = '', encodedValue = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
    const name = decode(encodedName);
    if (!isKnown(name)) throw unknownParameter(name ?? encodedName, names);
    const value = decode(encodedValue);
    if (value === undefined) throw parameterFault(name, 'be percent-encoded UTF-8');
    if (parameters.has(name)) throw parameterFault(name, 'be given once');
    parameters.set(name, value);
  }
  return parameters;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ')).toWellFormed();
  } catch {
    return undefined;
  }
}

function unknownParameter(name: string, names: readonly string[]): RequestFault {
  const shown = name.length > 60 ? `${name.slice(0, 60).toWellFormed()}…` : name;
  return new RequestFault(
    `Unknown parameter ${JSON.stringify(shown)}. Known parameters: ${names.join(', ')}.`,
    'unknown parameter',
  );
}
