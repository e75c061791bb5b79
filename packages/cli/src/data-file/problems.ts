import type { ImportFormat } from '@location-records/formats';
import { withFlags } from '../output/describe-error.ts';
import { counted, formatNumber } from '../output/numbers.ts';
import { printableLine, quoteIdentifier, shorten } from '../output/printable-text.ts';

/** Something that the owner of a file should know about one of its records. */
export interface Problem {
  /**
   * - `refused`: it cannot be read, or the target refuses it.
   * - `skipped`: the target has other content, which stays.
   * - `repeated`: its identifier came before in the file.
   * - `doubtful`: it is imported, but something is probably wrong with it.
   */
  readonly kind: 'refused' | 'skipped' | 'repeated' | 'doubtful';
  readonly line: number;
  readonly id?: string | undefined;
  readonly reason: string;
  readonly suggestion?: string | undefined;
  /** The clause that it breaks. */
  readonly rule?: string | undefined;
}

/** Problems with the same cause. */
interface Group {
  readonly first: Problem;
  /** Whether all have the reason of the first, word for word. */
  isAlike: boolean;
  count: number;
  /** The first of them. */
  readonly examples: Problem[];
}

/** How many causes are shown, and examples of each. */
const maxShown = 8;
const maxExamples = 3;
/** How many causes are told apart. */
const maxGroups = 100;

/** Groups problems by their cause, whatever their number. */
export class Problems {
  readonly #groups = new Map<string, Group>();
  readonly #counts = new Map<Problem['kind'], number>();

  add(problem: Problem): void {
    const { kind, reason } = problem;
    this.#counts.set(kind, this.countOf(kind) + 1);
    const cause = causeOf(problem);
    const key = this.#groups.has(cause) || this.#groups.size < maxGroups ? cause : kind;
    const group = this.#groups.get(key) ?? { first: problem, isAlike: true, count: 0, examples: [] };
    this.#groups.set(key, group);
    group.count++;
    if (reason !== group.first.reason) group.isAlike = false;
    if (group.examples.length < maxExamples) group.examples.push(problem);
  }

  /** Returns how many problems of a kind were added. */
  countOf(kind: Problem['kind']): number {
    return this.#counts.get(kind) ?? 0;
  }

  /**
   * Returns two lines for each of the most frequent causes, refusals first.
   *
   * @param place what the number of a record is called.
   */
  lines(place: 'line' | 'row'): readonly string[] {
    const groups = this.#sorted();
    const lines = groups
      .slice(0, maxShown)
      .flatMap((group) => [headOf(group), `  ${examplesOf(group, place)}`]);
    const rest = groups.slice(maxShown).reduce((sum, { count }) => sum + count, 0);
    if (rest > 0) lines.push(`${counted(rest, 'record')} with other problems`);
    return lines;
  }

  /** Returns the same as a part of a line, empty without problems. */
  summary(place: 'line' | 'row'): string {
    const told = this.#sorted().map((group) => `${headOf(group)} (${examplesOf(group, place)})`);
    const more = told.length - maxExamples;
    const rest = more > 0 ? [`and ${counted(more, 'other cause')}`] : [];
    return [...told.slice(0, maxExamples), ...rest].join('; ');
  }

  #sorted(): readonly Group[] {
    const rank = ({ first }: Group) => kinds.indexOf(first.kind);
    return [...this.#groups.values()].sort((a, b) => rank(a) - rank(b) || b.count - a.count);
  }
}

const kinds: readonly Problem['kind'][] = ['refused', 'doubtful', 'repeated', 'skipped'];

/** The cause of a problem without what differs from record to record: quoted texts and numbers. */
function causeOf({ kind, reason, rule }: Problem): string {
  const common = shorten(reason, 1000)
    .replace(/"(?:[^"\\]|\\.)*"/g, '"…"')
    .replace(/-?\d+(?:\.\d+)?/g, '#');
  return JSON.stringify([kind, rule, common.slice(0, 200)]);
}

function headOf({ first, isAlike, count }: Group): string {
  const { kind, reason, suggestion, rule } = first;
  const cause = `${shorten(printableLine(reason), 200)}${isAlike ? '' : ', and the like'}`;
  const advice = suggestion === undefined ? '' : `; ${shorten(printableLine(withFlags(suggestion)), 200)}`;
  return `${formatNumber(count)} ${kind}: ${cause}${advice}${rule === undefined ? '' : ` (${rule})`}`;
}

function examplesOf({ count, examples }: Group, place: 'line' | 'row'): string {
  const named = examples.map(({ line, id }) =>
    [`${place} ${formatNumber(line)}`, ...(id === undefined ? [] : [quoteIdentifier(id)])].join(' '),
  );
  const more = count - examples.length;
  return [...named, ...(more > 0 ? [`and ${formatNumber(more)} more`] : [])].join(', ');
}

/** Returns what the number of a record is called: files of some formats have no lines. */
export function placeIn(format: ImportFormat): 'line' | 'row' {
  return format === 'gpkg' || format === 'shapefile' ? 'row' : 'line';
}
