import { InvalidArgumentError } from 'commander';

/**
 * The base URL of a service, without the slash at its end.
 *
 * @throws {InvalidArgumentError} of commander when the text is not one.
 */
export function parseServiceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  // Also a `?` or a `#` with nothing behind it, which `search` and `hash` do not show.
  if (!isHttp || /[?#]/.test(text)) {
    throw new InvalidArgumentError('It must be the base URL of a service, such as http://127.0.0.1:8080.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new InvalidArgumentError(
      'It cannot hold a user and a password; send them with --header "Authorization: Basic …".',
    );
  }
  return url.href.replace(/\/+$/, '');
}
