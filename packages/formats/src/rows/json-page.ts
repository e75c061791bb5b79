import { isMembers } from '../json.ts';

/** Matches the names of members with the address or the token of the next page. */
const next = /^(?:@odata\.)?next(?:_?link|_?page|_?url|_?href)?(?:_?token)?$|^offset$|^cursor$/i;

/** Matches the names of members that say that more records follow. */
const more = /^(?:exceededTransferLimit|has_?more(?:_?items)?|is_?truncated)$/i;

/** Matches the names of members with the number of all records. */
const total = /^(?:total|total_?(?:count|results|features|records|items)|numberMatched|numFound|nhits)$/i;

/** Whether a member beside a list says that the list is one page of a longer one. */
export function isPage(name: string, value: unknown, depth = 3): boolean {
  if (Array.isArray(value)) return name === 'links' && value.some(isNextLink);
  if (more.test(name)) return value === true;
  if (name === 'endOfRecords') return value === false;
  if (next.test(name)) return (typeof value === 'string' && value !== '') || isMembers(value);
  if (!isMembers(value) || depth === 0) return false;
  return Object.entries(value).some(([inner, member]) => isPage(inner, member, depth - 1));
}

function isNextLink(link: unknown): boolean {
  return isMembers(link) && String(link.rel).toLowerCase() === 'next';
}

/** Returns the number of all records, if a member beside a list has it. */
export function totalOf(name: string, value: unknown, depth = 2): number | undefined {
  if (total.test(name)) return typeof value === 'number' ? value : undefined;
  if (!isMembers(value) || depth === 0) return undefined;
  for (const [inner, member] of Object.entries(value)) {
    const found = totalOf(inner, member, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
