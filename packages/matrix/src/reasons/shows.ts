/** Any of these messages. */
export function either(...expressions: readonly RegExp[]): RegExp {
  return new RegExp(expressions.map(({ source }) => `(?:${source})`).join('|'));
}

/** Another body than an Error object of the service: none, or words of the server. */
export const foreignBody =
  /^response: expected "\d{3} \{\\"error_message\\":.*\}", got "\d{3} (?!\[|\{\\"(?:error_message|description)\\")/;

/** A list or an Error object: the service got the request, and has responded. */
export const serviceAnswered = /, got "(?:\d{3} )?(?:\[|\{\\"error_message\\":)/;

/** A response without the expected body, such as 100 Continue. */
export const emptyAnswer = /, got (?:""|"\d{3} and no body")$/;

/** The connection has ended instead of a response. */
export const connectionEnded = /^The connection ended before a line\.$/;

/** The response is right, but does not say that the connection is closed. */
export const closeNotSaid = /^Connection: expected \["close"\], got undefined$/;

/** The connection is still open long after the response. */
export const notClosed =
  /^Timed out after \d+ ms waiting for the end of the connection\.$|got "open after 64 MiB more"$/;
