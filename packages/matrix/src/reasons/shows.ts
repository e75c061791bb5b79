/** Any of these messages. */
export function either(...expressions: readonly RegExp[]): RegExp {
  return new RegExp(expressions.map(({ source }) => `(?:${source})`).join('|'));
}

/** The body is not an Error object of the service: there is none, or it is the server's own. */
export const foreignBody =
  /^response: expected "\d{3} \{\\"error_message\\":.*\}", got "\d{3} (?!\[|\{\\"(?:error_message|description)\\")/;

/** The body is a list or an Error object: the service got the request, and has responded. */
export const serviceResponded = /, got "(?:\d{3} )?(?:\[|\{\\"error_message\\":)/;

/** The response lacks the expected body: it may be 100 Continue. */
export const emptyResponse = /, got (?:""|"\d{3} and no body")$/;

/** The connection ended without a response. */
export const connectionEnded = /^The connection ended before a line\.$/;

/** The response is right, but does not say that the connection is closed. */
export const closeNotSaid = /^Connection: expected \["close"\], got undefined$/;

/** The connection is still open long after the response. */
export const notClosed =
  /^Timed out after \d+ ms waiting for the end of the connection\.$|got "open after 64 MiB more"$/;
