import type { Location } from '@location-records/core';
import type { Args } from './client.ts';
import { memberOf } from './place-members.ts';
import { placesKey, storeLocation } from './stored-records.ts';

/** The commands that write records. Each is one step of the server. */
export interface RecordWrites {
  put(key: string, id: string, location: Location): Args;
  /** Its reply is 1, or 0 when there is no such record. */
  replace(key: string, id: string, location: Location): Args;
  delete(key: string, id: string): Args;
}

/** Writes of a prefix without places. */
export const plainWrites: RecordWrites = {
  put: (key, id, location) => ['HSET', key, id, storeLocation(location)],
  replace: (key, id, location) => ['EVAL', replaceScript, '1', key, id, storeLocation(location)],
  delete: (key, id) => ['HDEL', key, id],
};

/** Writes that also keep the places of the records. */
export const placedWrites: RecordWrites = {
  put: (key, id, location) => store(key, id, location, 'put'),
  replace: (key, id, location) => store(key, id, location, 'replace'),
  delete: (key, id) => ['EVAL', deleteScript, '2', key, placesKey(key), id],
};

function store(key: string, id: string, location: Location, method: 'put' | 'replace'): Args {
  const member = memberOf(id, location.coordinates);
  return ['EVAL', storeScript, '2', key, placesKey(key), id, storeLocation(location), member, method];
}

/** Replaces an existing field: 1, or 0 without one. Redis runs it as one step. */
const replaceScript =
  "if redis.call('HEXISTS',KEYS[1],ARGV[1])==0 then return 0 end redis.call('HSET',KEYS[1],ARGV[1],ARGV[2]) return 1";

/** The member of what is stored, as `placeMember` makes it. What another program has stored has none. */
const memberFunction = `local function sortable(number)
 local high, low = struct.unpack('>I4I4', struct.pack('>d', number + 0))
 if high < 2147483648 then return struct.pack('>I4I4', high + 2147483648, low) end
 return struct.pack('>I4I4', 4294967295 - high, 4294967295 - low)
end
local function member(text)
 local latitude, longitude = string.match(string.sub(text, -80), '"latitude":([^,]+),"longitude":([^}]+)}}$')
 latitude, longitude = tonumber(latitude), tonumber(longitude)
 if not latitude or not longitude then return end
 local stripe = (longitude + 180) / 1.40625
 stripe = math.max(-1, math.min(stripe < 0 and math.ceil(stripe) or math.floor(stripe), 256))
 return struct.pack('>I2', stripe + 1) .. sortable(latitude) .. sortable(longitude) .. ARGV[1]
end
local old = redis.call('HGET', KEYS[1], ARGV[1])
`;

/**
 * Stores a record and its place. The new place is added before anything else and the old one removed last: a server
 * that refuses any of the commands never leaves a record without its place.
 */
const storeScript = `${memberFunction}if ARGV[4] == 'replace' and not old then return 0 end
redis.call('ZADD', KEYS[2], 0, ARGV[3])
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
local place = old and member(old)
if place and place ~= ARGV[3] then redis.call('ZREM', KEYS[2], place) end
return 1`;

const deleteScript = `${memberFunction}if not old then return 0 end
redis.call('HDEL', KEYS[1], ARGV[1])
local place = member(old)
if place then redis.call('ZREM', KEYS[2], place) end
return 1`;
