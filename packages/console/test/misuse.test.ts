import { createHandler, createMemoryStore } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { testMisuse } from '@location-records/workspace/tests';
import * as main from '../src/index.ts';
import * as openapi from '../src/openapi/index.ts';

const store = createAreaMemoryStore();
const handle = createHandler({ store });

testMisuse(new URL('../', import.meta.url), {
  '.': {
    exports: main,
    functions: {
      createConsole: [
        ['handle'],
        ['handle', null, { store }],
        ['handle', store, { store }],
        ['handle', Promise.resolve(handle), { store }],
        ['store', handle],
        ['options', handle, null],
        ['options', handle, () => store],
        ['guarantees', handle, store],
        ['store', handle, { store: createMemoryStore() }],
        ['basePath', handle, { store, basePath: 'base' }],
        ['maxCandidates', handle, { store, maxCandidates: '100' }],
        ['maxDuration', handle, { store, maxDuration: 0 }],
        ['maxSearches', handle, { store, maxSearches: 0 }],
        ['publicUrl', handle, { store, publicUrl: 'example.org' }],
        ['publicUrl', handle, { store, publicUrl: new URL('http://localhost') }],
        ['mapStyle', handle, { store, mapStyle: './style.json' }],
        ['mapStyle', handle, { store, mapStyle: { layers: [] } }],
        ['mapStyle', handle, { store, mapStyle: null }],
        ['mapMode', handle, { store, mapMode: 'read' }],
        ['mapMode', handle, { store, mapMode: 'edit', readOnly: true }],
        ['readOnly', handle, { store, readOnly: 'yes' }],
        ['about', handle, { store, about: null }],
        ['about.store', handle, { store, about: { store: 5 } }],
        ['about.activity', handle, { store, about: { activity: 'none' } }],
        ['about.hasHealth', handle, { store, about: { hasHealth: 'yes' } }],
        ['onError', handle, { store, onError: 'print' }],
        ['openApi', handle, { store, openApi: true }],
        ['bodyLimit', handle, { store, openApi: { bodyLimit: 0 } }],
        ['now', handle, { store, now: 0 }],
        ['maxcandidates', handle, { store, maxcandidates: 5 }],
      ],
      createDoor: [
        ['handle'],
        ['handle', null],
        ['options', handle, null],
        ['store', handle, { store }],
        ['basePath', handle, { basePath: 'base' }],
        ['publicUrl', handle, { publicUrl: 'example.org' }],
        ['readOnly', handle, { readOnly: 1 }],
      ],
    },
    constants: ['areaQueries', 'consoleRoutes'],
  },
  './openapi': {
    exports: openapi,
    functions: {
      createOpenApi: [
        ['options', null],
        ['url', { url: 8080 }],
        ['bodyLimit', { bodyLimit: 0 }],
        ['strictCoordinates', { strictCoordinates: 1 }],
        ['unknownMembers', { unknownMembers: 'drop' }],
        ['absentDescription', { absentDescription: null }],
        ['etags', { etags: 'yes' }],
        ['readOnly', { readOnly: 'yes' }],
        ['tokens', { tokens: 'file' }],
        ['rate', { rate: 100 }],
        ['maxRequests', { maxRequests: 100 }],
        ['sections', { sections: ['helth'] }],
        ['sections', { sections: 'records' }],
        ['readonly', { readonly: true }],
      ],
    },
  },
});
