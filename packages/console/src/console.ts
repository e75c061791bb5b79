import type { Handler } from '@location-records/core';
import { checkHandler } from '@location-records/core/adapter-kit';
import { mediaTypes } from './bulk/media-types.ts';
import { withDoor } from './door/create-door.ts';
import type { Changes } from './events/changes.ts';
import type { MapPages } from './map/map-pages.ts';
import { type ConsoleOptions, checkOptions } from './options.ts';
import { respondWithRecords } from './records/records.ts';
import { type Respond, type Sections, single } from './routes.ts';

/**
 * Creates a handler around the handler of a service. It serves the front door `/-/`, `/-/records`, `/-/map`,
 * `/-/tiles`, `/-/events` and `/-/ogc`, and passes every other request to `handle` unchanged. Its only state is the
 * searches and event streams under way, and the cache for the map, which it can rebuild. When a client leaves
 * during a search, the handler rejects with the reason of `request.signal`.
 *
 * @example
 * const store = createAreaMemoryStore();
 * const handle = createConsole(createHandler({ store }), { store });
 *
 * @throws {InvalidArgumentError} when `handle` is not a handler.
 * @throws {OptionError} when an option is not valid or unknown.
 */
export function createConsole(handle: Handler, options: ConsoleOptions): Handler {
  checkHandler(handle);
  const settings = checkOptions(options);
  let changes: Changes | undefined;
  /** The service, whose writes are told to those who follow them. */
  const service: Handler = (request) =>
    changes?.isFollowed ? changes.watch(handle, request) : handle(request);
  const follow: Respond = async (request) => {
    const { Changes } = await import('./events/changes.ts');
    changes ??= new Changes(settings);
    return changes.respond(request);
  };
  let pages: MapPages | undefined;
  const loadPages = async () => {
    const { createMapPages } = await import('./map/map-pages.ts');
    pages ??= createMapPages(settings);
    return pages;
  };
  let bulk: Respond | undefined;
  const write: Respond = async (request) => {
    const { createBulk } = await import('./bulk/bulk.ts');
    bulk ??= createBulk(service, settings);
    return bulk(request);
  };
  const map: Sections['map'] = async (path) => {
    const read = (await loadPages()).find(path);
    return read && { read };
  };
  const sections: Sections = {
    records: single({
      read: (request) => respondWithRecords(request, settings),
      write,
      options: { 'Accept-Post': mediaTypes.join(', ') },
    }),
    map,
    tiles: map,
    'tiles.json': map,
    events: single({ read: follow }),
    ogc: async (path) => (await import('./ogc/ogc.ts')).findInOgc(path, settings),
  };
  return withDoor(service, settings, sections, async (request) => (await loadPages()).progress(request));
}
