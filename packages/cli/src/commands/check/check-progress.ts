import type { CheckProgress } from '@location-records/conformance/node';
import { progressBar } from '../../output/progress-line.ts';

/** How far a check has come, in a line. */
export function checkProgressText({ done, total, failed, id = '' }: CheckProgress): string {
  return `${progressBar(done, total)} ${done}/${total}${failed > 0 ? `, ${failed} failed` : ''} ${id}`;
}
