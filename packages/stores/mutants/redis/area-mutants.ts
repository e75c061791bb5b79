import { memberOf, readPlace } from '../../src/redis/place-members.ts';
import type { RedisMutant, Send } from './redis-mutant.ts';

/** Stores with area queries over clients that do one thing wrong. */
export const areaMutants: readonly RedisMutant[] = [
  {
    id: 'places-not-added',
    breaks: 'writes a record without its place',
    killedBy: 'area-box',
    act: (args, send) => sendScript(args, send, (line) => !line.includes('ZADD')),
  },
  {
    id: 'places-not-removed',
    breaks: 'leaves the place where a record was',
    killedBy: 'places-of-records-alone',
    act: (args, send) => sendScript(args, send, (line) => !line.includes('ZREM')),
  },
  {
    id: 'places-added-last',
    breaks: 'adds the place after the record',
    killedBy: 'no-record-without-place',
    act([name, script = '', ...args], send) {
      const added = /.*ZADD.*\n/.exec(script)?.[0] ?? '';
      const changed = script.replace(added, '').replace('return 1', `${added}return 1`);
      return send([name ?? '', name === 'EVAL' ? changed : script, ...args]);
    },
  },
  {
    id: 'places-rounded',
    breaks: 'keeps the places in single precision',
    killedBy: 'area-points',
    act(args, send) {
      const [name, , , , , , , member] = args;
      const place = name === 'EVAL' && member !== undefined ? readPlace(Buffer.from(member)) : undefined;
      if (!place) return send(args);
      const [latitude, longitude] = [Math.fround(place.latitude), Math.fround(place.longitude)];
      const isPlace = Number.isFinite(latitude) && Number.isFinite(longitude);
      return send(isPlace ? args.with(7, memberOf(place.id, { latitude, longitude }) as never) : args);
    },
  },
  {
    id: 'north-edge-missed',
    breaks: 'ends a range before the records on the northern edge',
    killedBy: 'area-edges',
    act(args, send) {
      const [name, key = '', start = '', end = '', ...rest] = args;
      return send(name === 'ZRANGE' ? [name, key, start, Buffer.from(end).subarray(0, 11), ...rest] : args);
    },
  },
  {
    id: 'page-begins-with-last',
    breaks: 'begins a page with the last record of the page before',
    killedBy: 'area-pages',
    act(args, send) {
      const [name, key = '', start = '', ...rest] = args;
      if (name !== 'ZRANGE') return send(args);
      return send([name, key, Buffer.concat([Buffer.from('['), Buffer.from(start).subarray(1)]), ...rest]);
    },
  },
  {
    id: 'bucket-read-in-part',
    breaks: 'takes the first places of a bucket for all of them',
    killedBy: 'area-many-in-one-place',
    async act(args, send) {
      const reply = await send(args);
      return args[0] === 'ZRANGE' && Array.isArray(reply) && reply.length === Number(args.at(-1))
        ? reply.slice(0, -1)
        : reply;
    },
  },
];

/** Sends a command, and of a script only the lines that are to be kept. */
function sendScript(args: readonly string[], send: Send, isKept: (line: string) => boolean) {
  const [name = '', script = '', ...rest] = args;
  return send(name === 'EVAL' ? [name, script.split('\n').filter(isKept).join('\n'), ...rest] : args);
}
