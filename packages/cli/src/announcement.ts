import { localUrl } from './service-url.ts';
import { describeStore, type StoreTarget } from './store-engines.ts';

const example = '{"description":"Eiffel Tower","coordinates":{"latitude":48.8584,"longitude":2.2945}}';

/** What the command says when it serves: the address, where the records are, and a command to try. */
export function announcement(url: string, store: StoreTarget, isQuiet: boolean): string[] {
  const address = `location-records listens on ${url}`;
  if (isQuiet) return [address];
  const record = shellWord(`${localUrl(url)}/eiffel-tower`);
  return [
    address,
    `Records are ${describeStore(store)}`,
    `Try: curl -i -X POST -H 'Content-Type: application/json' -d '${example}' ${record}`,
  ];
}

/** Brackets, which IPv6 addresses have, and much of what a path may hold mean something to a shell. */
function shellWord(url: string): string {
  return /^[\w./:%~-]+$/.test(url) ? url : `'${url.replaceAll("'", '%27')}'`;
}
