/** What a copy is busy with. */
export type CopyPhase = 'counting' | 'checking' | 'copying' | 'verifying' | 'comparing';

/** Is told how far a copy has come. */
export interface CopyProgress {
  /** Something new begins, with so many records, where that is known. */
  begin(phase: CopyPhase, total?: number): void;
  /** So many more records are done. */
  advance(records: number): void;
}
