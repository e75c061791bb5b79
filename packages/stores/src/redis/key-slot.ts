/** The number of slots of a Redis Cluster. */
export const slotCount = 16_384;

/** The slot of a key of a Redis Cluster: CRC16 (XMODEM) of the part in braces, if there is one. */
export function keySlot(key: string): number {
  const text = /\{([^}]+)\}/.exec(key)?.[1] ?? key;
  let crc = 0;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc % slotCount;
}
