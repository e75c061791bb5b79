/**
 * What lives under `/-/…` beside the service: `/-/` is its front door, `/-/records` finds records in a box, near a point and page by
 * page, and writes many at once, `/-/map` shows them on a map, `/-/tiles` has them as vector tiles, and `/-/ogc` as OGC API Features.
 *
 * @module
 */

export { areaQueries } from './area-queries.ts';
export type { BulkCounts, BulkReport, DoubtfulRecord, RecordOutcome, Understood } from './bulk/report.ts';
export { createConsole } from './console.ts';
export { createDoor } from './door/create-door.ts';
export type { AboutService, DoorOptions } from './door/options.ts';
export type { OpenApiOptions, OpenApiSection } from './openapi/options.ts';
export type { ConsoleOptions } from './options.ts';
export type { RecordCollection, RecordFeature, RecordLink } from './records/geo-json.ts';
export { consoleRoutes } from './routes.ts';
