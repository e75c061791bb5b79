import { areaMutants } from './area-mutants.ts';
import type { RedisMutant } from './redis-mutant.ts';

/** Stores over clients that do one thing wrong. */
export const redisMutants: readonly RedisMutant[] = [
  {
    id: 'replace-in-two-steps',
    breaks: 'looks for the record first, and then writes it',
    killedBy: 'concurrent-replace-and-delete',
    async act(args, send) {
      const [name, , , key = '', field = '', value = ''] = args;
      if (name !== 'EVAL') return send(args);
      if ((await send(['HEXISTS', key, field])) === 0) return 0;
      await send(['HSET', key, field, value]);
      return 1;
    },
  },
  {
    id: 'replace-by-hset',
    breaks: 'learns from the reply to HSET whether the record was there',
    killedBy: 'replace-absent-creates-nothing',
    async act(args, send) {
      const [name, , , key = '', field = '', value = ''] = args;
      return name === 'EVAL' ? 1 - Number(await send(['HSET', key, field, value])) : send(args);
    },
  },
  {
    id: 'put-by-hsetnx',
    breaks: 'keeps the first content of a record',
    killedBy: 'put-replaces-every-field',
    act: ([name = '', ...args], send) => send([name === 'HSET' ? 'HSETNX' : name, ...args]),
  },
  {
    id: 'delete-by-del',
    breaks: 'deletes the whole bucket',
    killedBy: 'delete-removes-its-own',
    act: (args, send) => send(args[0] === 'HDEL' ? ['DEL', args[1] ?? ''] : args),
  },
  {
    id: 'list-by-hscan',
    breaks: 'lists a bucket by HSCAN, and leaves in what comes twice',
    killedBy: 'list-gives-each-once',
    async act(args, send) {
      const [name, key = ''] = args;
      if (name !== 'HGETALL') return send(args);
      const found = [];
      let cursor = '0';
      do {
        const [next, page] = (await send(['HSCAN', key, cursor, 'COUNT', '100'])) as [Buffer, Buffer[]];
        cursor = String(next);
        found.push(...page);
      } while (cursor !== '0');
      return found;
    },
  },
  {
    id: 'text-as-latin1',
    breaks: 'writes text as Latin-1',
    killedBy: 'ids-beyond-the-basic-plane',
    act: (args, send) => send(args.map((text) => Buffer.from(text, 'latin1'))),
  },
  {
    id: 'ids-cut-at-nul',
    breaks: 'cuts identifiers at NUL',
    killedBy: 'ids-nul',
    act: (args, send) => send(args.map((text) => text.replace(/\0.*/s, ''))),
  },
  {
    id: 'numbers-rounded',
    breaks: 'stores numbers with six digits after the point',
    killedBy: 'numbers-fractions',
    act: (args, send) => send(args.map((text) => text.replace(/(\.\d{6})\d+(?=[,}])/g, '$1'))),
  },
  {
    id: 'no-prefix',
    breaks: 'leaves the prefix out of its keys',
    killedBy: 'prefixes-apart',
    act: (args, send) => send(args.map((text) => text.replace(/^case \w+:/, ''))),
  },
  {
    id: 'wait-ignored',
    breaks: 'does not look at how many replicas have confirmed a write',
    killedBy: 'confirmed-by-too-few',
    async act(args, send) {
      const reply = await send(args);
      return args[0] === 'WAIT' ? 100 : reply;
    },
  },
  {
    id: 'wait-refused',
    breaks: 'takes a WAIT that is refused for one that succeeds',
    killedBy: 'confirmed-by-a-master-no-more',
    act: (args, send) => (args[0] === 'WAIT' ? send(args).catch(() => 100) : send(args)),
  },
  {
    id: 'wait-elsewhere',
    breaks: 'sends WAIT over another connection than the write',
    killedBy: 'confirmed-over-its-connection',
    act: (args, send, sendElsewhere) => (args[0] === 'WAIT' ? sendElsewhere(args) : send(args)),
  },
  {
    id: 'writes-sent-again',
    breaks: 'sends a write again when the connection breaks before the reply',
    killedBy: 'write-is-not-sent-twice',
    act: (args, send, sendElsewhere) => send(args).catch(() => sendElsewhere(args)),
  },
  {
    id: 'reads-not-sent-again',
    breaks: 'takes a record for absent when the connection breaks before the reply',
    killedBy: 'read-is-sent-again',
    act: (args, send) => (args[0] === 'HGET' ? send(args).catch(() => null) : send(args)),
  },
  ...areaMutants,
];
