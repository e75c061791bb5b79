import {
  type ComparedResponse,
  type Difference,
  type DiffResult,
  isMissingResponse,
  type MissingResponse,
} from '@location-records/conformance/diff';
import type { UrlService } from '@location-records/conformance/node';

/** The result of a comparison. */
export interface DiffReport {
  /** The base URLs of the two services. */
  readonly urls: readonly [a: string, b: string];
  readonly seed: number;
  /** How many calls each service got, without those that shorten and repeat differences. */
  readonly calls: number;
  readonly durationMs: number;
  /** A signal stopped it before all calls were made. */
  readonly stopped?: true;
  /** Why no more calls were made, unless a signal stopped it. */
  readonly endedBy?: Exclude<DiffResult['endedBy'], 'signal'>;
  /** One difference of each kind, the most important first. */
  readonly differences: readonly DifferenceReport[];
  /** The number of further kinds of differences. */
  readonly omitted?: number;
  /** An example of bodies with equal values of JSON in other bytes. */
  readonly notation?: DifferenceReport;
  /** The service that no longer responded after a difference was found. */
  readonly unreachable?: GoneReport;
}

/** A difference, for services without a record `diff-identifier`. */
export interface DifferenceReport
  extends Pick<Difference, 'parts' | 'times' | 'repeated' | 'isShortest' | 'isAfterOthers'> {
  /** The method and the target of the last call. */
  readonly call: string;
  /** For each service, the calls as lines for a POSIX shell: one line for all when they need one connection. */
  readonly commands: readonly [a: readonly string[], b: readonly string[]];
  /** The responses to the last call. */
  readonly responses: readonly [a: ResponseReport, b: ResponseReport];
}

/** A service that no longer responds. */
export interface GoneReport {
  readonly url: string;
  readonly message: string;
  /** The call without a response, as a line for a POSIX shell. */
  readonly call?: string | undefined;
}

/** A response: its status, the compared header fields, and its body as text; or why there was none. */
export type ResponseReport = (Omit<ComparedResponse, 'body'> & { readonly body: string }) | MissingResponse;

/** Describes a difference for the report. */
export function describeDifference(
  { parts, times, repeated, isShortest, isAfterOthers, requests, responses }: Difference,
  [a, b]: readonly [a: UrlService, b: UrlService],
): DifferenceReport {
  const commandsFor = (service: UrlService) =>
    repeated === 'on-one-connection'
      ? [service.connectionCommand(requests)]
      : requests.map((request) => service.curlCommand(request));
  const { method = '', target = '' } = requests.at(-1) ?? {};
  return {
    call: `${method} ${target}`,
    parts,
    times,
    repeated,
    isShortest,
    isAfterOthers,
    commands: [commandsFor(a), commandsFor(b)],
    responses: [describeResponse(responses[0]), describeResponse(responses[1])],
  };
}

function describeResponse(response: ComparedResponse | MissingResponse): ResponseReport {
  return isMissingResponse(response)
    ? response
    : { ...response, body: new TextDecoder().decode(response.body) };
}
