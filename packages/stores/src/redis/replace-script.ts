/** Replaces a field that is there: 1, or 0 when there is none. Redis runs it as one step. */
export const replaceScript =
  "if redis.call('HEXISTS',KEYS[1],ARGV[1])==0 then return 0 end redis.call('HSET',KEYS[1],ARGV[1],ARGV[2]) return 1";
