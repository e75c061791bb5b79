import {
  type ComparedPart,
  type ComparedResponse,
  type Difference,
  isMissingResponse,
  type MissingResponse,
} from '@location-records/conformance/diff';
import type { UrlService } from '@location-records/conformance/node';

/** The result of a comparison. */
export interface DiffReport {
  /** The base URLs of the two services. */
  readonly urls: readonly [a: string, b: string];
  readonly seed: number;
  /** How many calls each service got, up to the first difference. */
  readonly calls: number;
  readonly durationMs: number;
  /** A signal stopped it before all calls were made. */
  readonly stopped?: true;
  readonly difference?: DifferenceReport;
}

/** The first difference, for services without a record `diff-identifier`. */
export interface DifferenceReport {
  /** The parts in which the responses to the last call differ. */
  readonly parts: readonly ComparedPart[];
  /** For each service, the calls as lines for a POSIX shell. */
  readonly commands: readonly [a: readonly string[], b: readonly string[]];
  /** The responses to the last call. */
  readonly responses: readonly [a: ResponseReport, b: ResponseReport];
}

/** A response: its status, the compared header fields, and its body as text; or why there was none. */
export type ResponseReport = (Omit<ComparedResponse, 'body'> & { readonly body: string }) | MissingResponse;

/** Describes a difference for the report. */
export function describeDifference(
  { parts, requests, responses }: Difference,
  [a, b]: readonly [a: UrlService, b: UrlService],
): DifferenceReport {
  const commandsFor = (service: UrlService) => requests.map((request) => service.curlCommand(request));
  return {
    parts,
    commands: [commandsFor(a), commandsFor(b)],
    responses: [describeResponse(responses[0]), describeResponse(responses[1])],
  };
}

function describeResponse(response: ComparedResponse | MissingResponse): ResponseReport {
  return isMissingResponse(response)
    ? response
    : { ...response, body: new TextDecoder().decode(response.body) };
}
