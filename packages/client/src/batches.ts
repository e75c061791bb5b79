import { invalid } from './errors.ts';

/**
 * How long the JSON of a batch is, up to its last record. A record takes at least 51 characters, so that a batch has at
 * most 256 records.
 */
const batchLength = 12_800;

/**
 * Reads a JSON array piece by piece, and yields its elements in batches as soon as they are whole. It keeps no more
 * than a batch and a piece.
 *
 * It cuts the text before commas between elements, and `JSON.parse` judges each part, with a 0 in the place of what
 * stands before and behind it. So the parts are valid exactly if the whole is.
 *
 * @param pieces the text, split anywhere.
 * @throws when it is not a whole JSON array, however late that shows.
 */
export async function* batchesIn<T>(pieces: AsyncIterable<string>): AsyncGenerator<readonly T[], undefined> {
  let [depth, isInString, isEscaped, skipped] = [0, false, false, 0];
  let rest = '';
  for await (const piece of pieces) {
    let [begin, end] = [0, -1];
    const cut = () => {
      const batch = JSON.parse(`${rest}${piece.slice(begin, end)},0]`).slice(skipped, -1);
      [rest, skipped, begin, end] = ['[0', 1, end, -1];
      return batch;
    };
    for (let index = 0; index < piece.length; index++) {
      const unit = piece[index];
      if (isEscaped) isEscaped = false;
      else if (unit === '"') isInString = !isInString;
      else if (isInString) isEscaped = unit === '\\';
      else if (unit === '[' || unit === '{') depth++;
      else if (unit === ']' || unit === '}') depth--;
      else if (unit === ',' && depth === 1) {
        end = index;
        if (rest.length + end - begin >= batchLength) yield cut();
      }
    }
    if (end >= 0) yield cut();
    rest += piece.slice(begin);
  }
  if (depth || !/^\s*\[/.test(rest)) throw invalid('list', 'records');
  yield JSON.parse(rest).slice(skipped);
}
