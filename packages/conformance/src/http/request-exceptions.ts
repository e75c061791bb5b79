/**
 * The cases that cannot be asked by means of a `Request`, by id, each with the reason: for the option `except` of
 * `registerHttpContract`.
 */
export const requestExceptions: Readonly<Record<string, string>> = {
  'state-get-with-body': 'The constructor of Request refuses a body for GET.',
  'method-trace': 'The constructor of Request refuses the method TRACE.',
  'method-lower-case':
    'The constructor of Request writes get, post, put, delete, head and options in upper case.',
};
