import type { CheckOptions } from '@location-records/conformance/node';

/** How a report is written: for a person, as JSON, or as the XML that CI servers read. */
export type ReportFormat = 'text' | 'json' | 'junit';

/** What the command line of `location-records check` says. */
export interface CheckCommandOptions
  extends Pick<CheckOptions, 'url' | 'readOnly' | 'specOnly' | 'only' | 'skip' | 'timeout' | 'insecure'> {
  readonly format: ReportFormat;
  /** The file that the report goes to; stdout then has the one for a person. Without it, stdout has the report. */
  readonly output?: string | undefined;
}
