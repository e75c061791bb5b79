import { listEntries } from '../../http/list-entries.ts';
import type { CaseResponse } from '../../http/service.ts';

/** The identifiers of a list of whatever form; `undefined` where it cannot be understood. */
export function readIds(response: CaseResponse): readonly string[] | undefined {
  try {
    const list: unknown = JSON.parse(new TextDecoder().decode(response.body));
    const entries = listEntries({ ...response, aside: new Set(['list-form']) }, list);
    const ids = entries.map(([id]) => id).filter((id) => typeof id === 'string');
    return response.status === 200 && ids.length === entries.length ? ids : undefined;
  } catch {
    return undefined;
  }
}
