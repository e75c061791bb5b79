const unknownMethod = 'The parser of node:http refuses methods that it does not know, and asks no listener.';

/**
 * The cases that no listener of node:http is asked, by id, each with the reason: for the option `except` of
 * `registerHttpContract`. A whole server can answer them all the same.
 */
export const nodeHttpExceptions: Readonly<Record<string, string>> = {
  'method-unknown': unknownMethod,
  'method-lower-case': unknownMethod,
};
