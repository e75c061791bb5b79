import { createHash } from 'node:crypto';

/** A script, which a server runs atomically. Servers know it by its SHA-1 once it was sent whole. */
export interface Script {
  readonly text: string;
  readonly sha: string;
}

function defineScript(text: string): Script {
  return { text, sha: createHash('sha1').update(text).digest('hex') };
}

/**
 * Replaces an existing field, and returns 1, or 0 if it is missing. The arguments are the identifier and the
 * value.
 */
export const replaceScript = defineScript(`if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1`);

/**
 * Exchanges a field if it has the expected value, and returns 1, or 0. The arguments are the identifier, the
 * expected value and the new one; an empty value stands for a missing field.
 */
export const exchangeScript =
  defineScript(`if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return 0 end
if ARGV[3] == '' then redis.call('HDEL', KEYS[1], ARGV[1]) else redis.call('HSET', KEYS[1], ARGV[1], ARGV[3]) end
return 1`);

/**
 * Finds the place of the stored record, as `placeOf` writes it. A record of another program may have none.
 */
const oldPlace = `local function sortable(number)
  local high, low = struct.unpack('>I4I4', struct.pack('>d', number + 0))
  if high < 2147483648 then return struct.pack('>I4I4', high + 2147483648, low) end
  return struct.pack('>I4I4', 4294967295 - high, 4294967295 - low)
end
local function place(text)
  local coordinates = cjson.decode(text).coordinates
  local stripe = (coordinates.longitude + 180) / 1.40625
  stripe = math.max(-1, math.min(stripe < 0 and math.ceil(stripe) or math.floor(stripe), 256))
  return struct.pack('>I2', stripe + 1) .. sortable(coordinates.latitude) .. sortable(coordinates.longitude) .. ARGV[1]
end
local old = redis.call('HGET', KEYS[1], ARGV[1])
local isPlaced, oldPlace = false, nil
if old then isPlaced, oldPlace = pcall(place, old) end
`;

/**
 * Stores a record and its place. The arguments are the identifier, the value, the place, and `put` or
 * `replace`. The new place is added first and the old one removed last, so that a server that refuses one of
 * the commands never leaves a record without its place.
 */
export const storePlacedScript =
  defineScript(`${oldPlace}if ARGV[4] == 'replace' and not old then return 0 end
redis.call('ZADD', KEYS[2], 0, ARGV[3])
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
if isPlaced and oldPlace ~= ARGV[3] then redis.call('ZREM', KEYS[2], oldPlace) end
return 1`);

/** Deletes a record and its place. The argument is the identifier. */
export const deletePlacedScript = defineScript(`${oldPlace}redis.call('HDEL', KEYS[1], ARGV[1])
if isPlaced then redis.call('ZREM', KEYS[2], oldPlace) end
return 1`);

/** As {@link exchangeScript}, with the place of the new value as the fourth argument. */
export const exchangePlacedScript = defineScript(`${oldPlace}if (old or '') ~= ARGV[2] then return 0 end
if ARGV[3] == '' then redis.call('HDEL', KEYS[1], ARGV[1]) else
  redis.call('ZADD', KEYS[2], 0, ARGV[4])
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
end
if isPlaced and oldPlace ~= ARGV[4] then redis.call('ZREM', KEYS[2], oldPlace) end
return 1`);
