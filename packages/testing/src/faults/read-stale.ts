import type { Fault } from './fault.ts';

/** GET and HEAD see the records as they were when the fault was ordered; writes go on as usual. */
export function readStale(): Fault {
  return {
    name: 'readStale',
    standsInForService: true,
    order({ store, serve }) {
      const old = serve(store.fork());
      return (request, next) => (/^(?:GET|HEAD)$/.test(request.method) ? old(request) : next(request));
    },
  };
}
