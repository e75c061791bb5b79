/** A key of the prefix holds something that this service does not write. */
export class ForeignKey extends Error {
  override readonly name = 'ForeignKey';

  constructor(key: string, cause: unknown) {
    super(`the key ${JSON.stringify(key)} is another program's`, { cause });
  }
}
