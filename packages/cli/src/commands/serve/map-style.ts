import { readFile } from 'node:fs/promises';
import { StartError } from '../../errors.ts';
import { describeError } from '../../output/describe-error.ts';

/** What the map draws below the records: a style of MapLibre, or its URL. */
type MapStyle = string | Readonly<Record<string, unknown>>;

/**
 * The style that `--map-style` names: a URL as it is, and the content of a file.
 *
 * @throws {StartError} (as a rejection) when the file cannot be read, or has another content.
 */
export async function readMapStyle(fileOrUrl: string): Promise<MapStyle> {
  if (/^https?:\/\/[^/?#]/.test(fileOrUrl)) return fileOrUrl;
  const fail = (problem: string, cause?: unknown): never => {
    throw new StartError(
      `The file ${fileOrUrl} cannot be used as the style of the map: ${problem}; name another one with --map-style.`,
      { cause },
    );
  };
  const text = await readFile(fileOrUrl, 'utf8').catch((cause: unknown) => fail(describeError(cause), cause));
  const style = parseObject(text.replace(/^\ufeff/, '')) ?? fail('it is not a JSON object');
  if (style.version !== 8) fail('its "version" is not 8, which styles of MapLibre have');
  return style;
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
