/** What a copy is busy with. Each goes through the records of one store, once. */
export type CopyPhase =
  | 'checking'
  | 'reading the target'
  | 'counting'
  | 'copying'
  | 'verifying the source'
  | 'verifying the target'
  | 'comparing with the target'
  | 'comparing with the source';

/** Is told how far a copy has come. */
export interface CopyProgress {
  /** Something new begins, with so many records, where that is known. */
  begin(phase: CopyPhase, total?: number): void;
  /** So many more records are done. */
  advance(records: number): void;
}
