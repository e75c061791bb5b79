/** Any of these messages. */
export function either(...expressions: readonly RegExp[]): RegExp {
  return new RegExp(expressions.map(({ source }) => `(?:${source})`).join('|'));
}

/** Another body than an Error object of the service: none, or words of the server. */
export const foreignBody =
  /^answer: expected "\d{3} \{\\"error_message\\":.*\}", got "\d{3} (?!\[|\{\\"(?:error_message|description)\\")/;

/** A list or an Error object: the service was asked, and has answered. */
export const serviceAnswered = /, got "(?:\d{3} )?(?:\[|\{\\"error_message\\":)/;

/** An answer without a body where one belongs, such as an invitation. */
export const emptyAnswer = /, got (?:""|"\d{3} and no body")$/;

/** The connection has ended where an answer belongs. */
export const connectionEnded = /^The connection ended before a line\.$/;

/** The answer is the right one, but does not say that the connection is closed. */
export const closeNotSaid = /^Connection: expected \["close"\], got undefined$/;

/** The connection is still there long after the answer. */
export const notClosed =
  /^Waited \d+ ms in vain for the end of the connection\.$|got "open after 64 MiB more"$/;
