import { type Handler, withReadOnly } from '@location-records/core';
import { checkHandler, checkOptionNames } from '@location-records/core/adapter-kit';
import type { OpenApiSection } from '../openapi/options.ts';
import { routesBelow, type Sections, single } from '../routes.ts';
import type { CountProgress } from '../tiles/place-counter.ts';
import { checkDoorOptions, type DoorOptions, type DoorSettings } from './options.ts';

const names = ['basePath', 'publicUrl', 'about', 'readOnly', 'openApi', 'onError'] as const;

/**
 * Creates a handler around the handler of a service whose store has no area queries. It serves `/-/`, a page
 * for people that says what the service is and how to use it, and JSON for programs. It passes every other
 * request to `handle` unchanged.
 *
 * @example
 * const handle = createDoor(createHandler({ store }), { about: { store: 'SQLite' } });
 *
 * @throws {InvalidArgumentError} when `handle` is not a handler.
 * @throws {OptionError} when an option is not valid or unknown.
 */
export function createDoor(handle: Handler, options?: DoorOptions): Handler {
  checkHandler(handle);
  return withDoor(handle, checkDoorOptions(checkOptionNames(options, names)), {});
}

/** Serves the front door, and sections that it has links to. */
export function withDoor(
  handle: Handler,
  settings: DoorSettings,
  own: Sections,
  progress?: (request: Parameters<Handler>[0]) => Promise<CountProgress>,
): Handler {
  const sections: Sections = settings.openApi ? { ...own, ...describing(settings, Object.keys(own)) } : own;
  const door = single({
    read: async (request) => {
      const { respondWithDoor } = await import('./door.ts');
      const count = await progress?.(request);
      return respondWithDoor(request, settings, { sections: Object.keys(sections), count });
    },
  });
  const routed = routesBelow(handle, settings, { '': door, ...sections });
  return settings.readOnly ? withReadOnly(routed) : routed;
}

/** The sections that describe the service, which has these others. */
function describing(settings: DoorSettings, others: readonly string[]): Sections {
  const sections = [
    'door',
    ...others,
    'openapi.json',
    'docs',
    ...(settings.openApi?.sections ?? []),
  ] as OpenApiSection[];
  const description = { ...settings.openApi, readOnly: settings.readOnly, sections };
  const describe = (section: 'openapi.json' | 'docs') =>
    single({
      read: async (request) =>
        (await import('../openapi/respond.ts')).respondWithOpenApi(request, settings, description, section),
    });
  return { 'openapi.json': describe('openapi.json'), docs: describe('docs') };
}
