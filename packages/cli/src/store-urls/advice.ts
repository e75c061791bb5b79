import { homedir } from 'node:os';

/** Schemes of other programs for the same engines. */
const otherSchemes: ReadonlyMap<string, string> = new Map([
  ['file', 'sqlite'],
  ['sqlite3', 'sqlite'],
  ['pg', 'postgres'],
  ['psql', 'postgres'],
  ['valkey', 'redis'],
  ['valkeys', 'rediss'],
]);

/** Says what to write instead of a text with an unknown scheme, if that can be guessed. It never repeats a password. */
export function adviseOnStore(text: string): string | undefined {
  if (/^https?:\/\//i.test(text)) {
    return 'This is the URL of a service. A store keeps the records, such as sqlite:./location-records.db.';
  }
  const [, scheme = '', rest = ''] = /^([a-z][a-z\d+.-]+):(.*)$/is.exec(text) ?? [];
  const known = otherSchemes.get(scheme.toLowerCase());
  if (known !== undefined) return `Did you mean ${known}:${known === 'sqlite' ? rest : '//…'}?`;
  // Only what cannot hold a password: a path, also of Windows.
  const isPath = /^(?:[a-z]:)?[^\s:@=;?#]+\.(?:db|sqlite3?)$/i.test(text);
  return isPath ? `Did you mean sqlite:${text.replace(/^~(?=[/\\])/, homedir())}?` : undefined;
}
