import { describe, expect, it } from 'vitest';
import { type Box, createApi, type LocationRecord } from '../../src/api.ts';
import { maxHits, type SearchProgress, searchRecords } from '../../src/search/search-records.ts';

const box: Box = { west: 0, south: 0, east: 1, north: 1 };
const service = new URL('http://service.test/base/');

function lineOf(id: string): string {
  return `${JSON.stringify({ type: 'Feature', id, properties: {}, geometry: { type: 'Point', coordinates: [2, 1] } })}\n`;
}

/** A service that responds to a search in view, and to one everywhere, with pieces of text. */
function makeService(inView: readonly string[], everywhere: readonly string[], exact?: string) {
  const asked: URL[] = [];
  const bodies: { isCancelled: boolean; pieces: number }[] = [];
  const send = async (input: RequestInfo | URL): Promise<Response> => {
    const url = new URL(String(input));
    if (!url.pathname.endsWith('/-/records')) {
      const isFound = exact !== undefined && url.pathname === `/base/${encodeURIComponent(exact)}`;
      const location = { coordinates: { latitude: 1, longitude: 2 } };
      return isFound ? Response.json(location) : Response.json({}, { status: 404 });
    }
    asked.push(url);
    const pieces = [...(url.searchParams.has('bbox') ? inView : everywhere)];
    const state = { isCancelled: false, pieces: 0 };
    bodies.push(state);
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const piece = pieces[state.pieces++];
          if (piece === undefined) controller.close();
          else if (piece === 'breaks') controller.error(new Error('broken'));
          else controller.enqueue(new TextEncoder().encode(piece));
        },
        cancel() {
          state.isCancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body);
  };
  return { asked, bodies, send, service, api: createApi(service, send) };
}

async function lastOf(search: AsyncIterable<SearchProgress>): Promise<SearchProgress | undefined> {
  let last: SearchProgress | undefined;
  for await (const progress of search) last = progress;
  return last;
}

const idsOf = (progress: SearchProgress | undefined) => progress?.hits.map(({ id }: LocationRecord) => id);
const { signal } = new AbortController();

describe('searchRecords', () => {
  it('a search finds the identifier first, then what is in view, then the others', async () => {
    const made = makeService([lineOf('b')], [lineOf('a') + lineOf('b')], 'rome');
    const found = await lastOf(searchRecords('rome', { ...made, box, signal }));
    expect(idsOf(found)).toEqual(['rome', 'b', 'a']);
    expect(found?.isDone).toBe(true);
  });

  it('a search asks the service for the folded words', async () => {
    const made = makeService([], []);
    await lastOf(searchRecords(' Sacré  Cœur ', { ...made, box: undefined, signal }));
    expect(made.asked.map(({ search }) => search)).toEqual([`?q=sacre+coeur&limit=${maxHits}&f=ndjson`]);
  });

  it('a search without words asks for no records', async () => {
    const made = makeService([], [lineOf('a')]);
    expect(idsOf(await lastOf(searchRecords('  ', { ...made, box, signal })))).toEqual([]);
    expect(made.asked).toEqual([]);
  });

  it('a search tells of the first hits before the service has found the others', async () => {
    const [first, second] = [lineOf('é'), lineOf('z')];
    const made = makeService(
      [],
      [first.slice(0, 30), first.slice(30) + second.slice(0, 10), second.slice(10)],
    );
    const seen: (readonly string[] | undefined)[] = [];
    for await (const progress of searchRecords('x', { ...made, box: undefined, signal }))
      seen.push(idsOf(progress));
    expect(seen).toEqual([[], ['é'], ['é', 'z'], ['é', 'z']]);
  });

  it('a search asks for nothing more once it has found enough', async () => {
    const many = Array.from({ length: maxHits }, (_, index) => lineOf(`hit-${index}`)).join('');
    const made = makeService([many], [lineOf('a')], 'hit');
    const found = await lastOf(searchRecords('hit', { ...made, box, signal }));
    expect(found?.hits.length).toBe(maxHits);
    expect(made.asked.length).toBe(1);
  });

  it('an aborted search ends, and closes its stream', async () => {
    const made = makeService([], ['a', 'b', 'c'].map(lineOf));
    const controller = new AbortController();
    const seen: number[] = [];
    const options = { ...made, box: undefined, signal: controller.signal };
    for await (const progress of searchRecords('x', options)) {
      seen.push(progress.hits.length);
      if (progress.hits.length === 1) controller.abort();
    }
    expect(seen).toEqual([0, 1]);
    expect(made.bodies).toEqual([{ isCancelled: true, pieces: 2 }]);
  });

  it('a search finds words that cannot be an identifier', async () => {
    const made = makeService([], [lineOf('a..b')]);
    expect(idsOf(await lastOf(searchRecords('..', { ...made, box: undefined, signal })))).toEqual(['a..b']);
  });

  it('a search that the service refuses ends with its words', async () => {
    const made = makeService([], []);
    const send = async () => Response.json({ error_message: 'Query is not valid' }, { status: 400 });
    const search = searchRecords('x', { ...made, send, box: undefined, signal });
    await expect(lastOf(search)).rejects.toThrow('Query is not valid');
  });

  it('a search that breaks off says that the service cannot be reached', async () => {
    const made = makeService([], [lineOf('a'), 'breaks']);
    const search = searchRecords('x', { ...made, box: undefined, signal });
    await expect(lastOf(search)).rejects.toThrow('The service cannot be reached.');
  });
});
