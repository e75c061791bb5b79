const unknownMethod = 'The parser of node:http refuses methods that it does not know.';

/**
 * The cases that no handler behind node:http can be asked, by id, each with the reason: for the option `except`
 * of `registerHttpContract`.
 */
export const nodeHttpExceptions: Readonly<Record<string, string>> = {
  'method-unknown': unknownMethod,
  'method-lower-case': unknownMethod,
};
