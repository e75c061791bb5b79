import { parameterFault, RequestFault } from './request-fault.ts';

/** The parameters of `/-/records`, in the order in which links have them. */
export const parameterNames = ['bbox', 'near', 'radius', 'limit', 'f', 'cursor'] as const;

/** The name of a parameter. */
export type ParameterName = (typeof parameterNames)[number];

/** The decoded values of the parameters that a request has. */
export type Parameters = ReadonlyMap<ParameterName, string>;

/**
 * Reads the query of a raw request target, encoded as a form is: `+` is a space.
 *
 * @throws {RequestFault} when a parameter is unknown, repeated, or not percent-encoded UTF-8.
 */
export function readParameters(target: string): Parameters {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(target) ?? [];
  const parameters = new Map<ParameterName, string>();
  for (const part of query.split('&')) {
    if (part === '') continue;
    const [, encodedName = '', encodedValue = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
    const name = decode(encodedName);
    if (!isKnown(name)) throw unknownParameter(name ?? encodedName);
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

function isKnown(name: string | undefined): name is ParameterName {
  return (parameterNames as readonly unknown[]).includes(name);
}

function unknownParameter(name: string): RequestFault {
  const shown = name.length > 60 ? `${name.slice(0, 60).toWellFormed()}…` : name;
  return new RequestFault(
    `Unknown parameter ${JSON.stringify(shown)}. Known parameters: ${parameterNames.join(', ')}.`,
    'unknown parameter',
  );
}
