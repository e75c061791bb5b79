/** A fault of one record. */
export interface Fault {
  readonly title: string;
  /** Makes the fault in the text of a good record. */
  readonly make: (good: string) => string;
  readonly rule: string;
  readonly reason: string | RegExp;
  readonly suggestion?: string;
}

/** The title, what is replaced in a good record (nothing: all of it), what takes its place, and the refusal. */
export type FaultRow = readonly [
  title: string,
  part: string,
  bad: string,
  rule: string,
  reason: string | RegExp,
  suggestion?: string,
];

/** The faults that rows describe. */
export function faultsFrom(rows: readonly FaultRow[]): readonly Fault[] {
  return rows.map(([title, part, bad, rule, reason, suggestion]) => ({
    title,
    make: (good: string) => {
      const made = part === '' ? bad : good.replace(part, () => bad);
      if (made === good) throw new Error(`${title}: there is no ${part} in ${good}`);
      return made;
    },
    rule,
    reason,
    ...(suggestion !== undefined && { suggestion }),
  }));
}

/** What the syntax of JSON demands. */
export const json = 'RFC 8259';

/** The suggestion about what a record does not have. */
export const ignore = "properties: 'ignore' leaves out what a record does not have";
