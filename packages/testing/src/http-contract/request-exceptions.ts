/**
 * The cases that cannot be asked by means of a `Request`, by id, each with the reason: for the option `except` of
 * `registerHttpContract`.
 */
export const requestExceptions: Readonly<Record<string, string>> = {
  'state-get-with-body': 'A Request cannot have both the method GET and a body.',
  'method-trace': 'A Request cannot have the method TRACE.',
  'method-lower-case': 'A Request has the methods of HTTP in upper case, however they were written.',
};
