import {
  type ComparedAnswer,
  type ComparedPart,
  type Difference,
  isMissing,
  type MissingAnswer,
} from '@location-records/conformance/diff';
import type { UrlService } from '@location-records/conformance/node';

/** What came of a comparison. */
export interface DiffReport {
  /** The base URLs of the two services. */
  readonly urls: readonly [a: string, b: string];
  readonly seed: number;
  /** How many calls each was sent before the first difference, or altogether. */
  readonly calls: number;
  readonly durationMs: number;
  /** It was told to stop before all calls were made. */
  readonly stopped?: true;
  readonly difference?: DifferenceReport;
}

/** The first difference. Everything is for services that have no record `diff-identifier`. */
export interface DifferenceReport {
  /** In what the answers to the last call differ. */
  readonly parts: readonly ComparedPart[];
  /** For each service the lines for a POSIX shell that make the calls. */
  readonly commands: readonly [a: readonly string[], b: readonly string[]];
  /** The answers to the last call. */
  readonly answers: readonly [a: AnswerReport, b: AnswerReport];
}

/** An answer: its status, the header fields that are compared, and its body as text; or why there is none. */
export type AnswerReport = (Omit<ComparedAnswer, 'body'> & { readonly body: string }) | MissingAnswer;

/** Writes a difference down. */
export function describeDifference(
  { parts, requests, answers }: Difference,
  [a, b]: readonly [a: UrlService, b: UrlService],
): DifferenceReport {
  const commandsFor = (service: UrlService) => requests.map((request) => service.curlLine(request));
  return {
    parts,
    commands: [commandsFor(a), commandsFor(b)],
    answers: [describeAnswer(answers[0]), describeAnswer(answers[1])],
  };
}

function describeAnswer(answer: ComparedAnswer | MissingAnswer): AnswerReport {
  return isMissing(answer) ? answer : { ...answer, body: new TextDecoder().decode(answer.body) };
}
