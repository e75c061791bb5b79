/** A fake was asked for a URL that is not under its base URL, and has nobody else to ask. */
export class UrlNotServedError extends TypeError {
  override readonly name = 'UrlNotServedError';
  readonly code = 'URL_NOT_SERVED';

  constructor(url: string) {
    super(`${url} is not under the base URL of the fake.`);
  }
}
