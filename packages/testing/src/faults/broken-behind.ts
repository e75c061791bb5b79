import { ConnectionBrokenError } from './connection-broken-error.ts';

/** A body that breaks off behind a text. */
export async function* brokenBehind(text: string): AsyncGenerator<string, undefined> {
  if (text !== '') yield text;
  throw new ConnectionBrokenError();
}
