import { consoleRoutes } from '@location-records/console';
import { expect, test } from 'vitest';
import { routeNames } from '../../src/operations/route-names.ts';

test.each([
  ['/', '/'],
  ['/?a', '/'],
  ['/vienna', '/{id}'],
  ['/vi%20enna?x=/', '/{id}'],
  ['/a%2Fb', '/{id}'],
  ['/-', '/{id}'],
  ['http://localhost/a', '/{id}'],
  ['/-/', '/-/'],
  ['/-/records?bbox=1,2,3,4', '/-/records'],
  ['/x/../-/livez', '/-/livez'],
  ['/%2D/readyz', '/-/readyz'],
  ['/-/map', '/-/map'],
  ['/-/map/any/file.js', '/-/map/{file}'],
  ['/-/tiles/1/2/3.mvt', '/-/tiles/{z}/{x}/{y}.mvt'],
  ['/-/tiles/1/2/3/4', 'unmatched'],
  ['/-/ogc/', '/-/ogc'],
  ['/-/ogc/collections/records/items/a%2Fb?f=json', '/-/ogc/collections/records/items/{id}'],
  ['/-/ogc/collections/records/items/a/b', 'unmatched'],
  ['/-/ogc/secret', 'unmatched'],
  ['/-/records/secret', 'unmatched'],
  ['/-/secret', 'unmatched'],
  ['/-/constructor', 'unmatched'],
  ['/a/b', 'unmatched'],
  ['/a/-/livez', 'unmatched'],
  ['/a#/-/livez', '/{id}'],
  ['*', 'unmatched'],
])('the route of %s is named %s', (target, name) => {
  expect(routeNames()(target)).toBe(name);
});

test.each([
  ['/v1', '/'],
  ['/v1/a', '/{id}'],
  ['/v1/-/metrics', '/-/metrics'],
  ['/a', 'unmatched'],
])('below the base path /v1, the route of %s is named %s', (target, name) => {
  expect(routeNames('/v1')(target)).toBe(name);
});

test.each(consoleRoutes)('the route %s of the console has its name', (route) => {
  expect(routeNames()(route.replaceAll(/[{}]/g, ''))).toBe(route);
});
