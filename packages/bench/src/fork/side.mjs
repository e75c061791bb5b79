/** A memory store beside a `Map` of its expected records. Writes to its forks or its origin must not change it. */
export class Side {
  /**
   * @param {import('@location-records/core').MemoryStore} store
   * @param {Iterable<import('@location-records/core').LocationRecord>} expected
   */
  constructor(store, expected) {
    this.store = store;
    this.expected = new Map(expected);
  }

  /**
   * @param {string} id
   * @param {import('@location-records/core').Location} location
   */
  async put(id, location) {
    await this.store.put(id, location);
    this.expected.set(id, location);
  }

  /** @param {string} id */
  async delete(id) {
    await this.store.delete(id);
    this.expected.delete(id);
  }

  fork() {
    return new Side(this.store.fork(), this.expected);
  }

  /** Whether the list, `size` and each record by itself are as expected. */
  async isRight() {
    const { store, expected } = this;
    let listed = 0;
    for await (const batch of store.list()) {
      for (const [id, location] of batch) {
        if (!isSame(location, expected.get(id)) || !isSame(store.peek(id), location)) return false;
      }
      listed += batch.length;
    }
    return listed === expected.size && store.size === expected.size;
  }
}

/**
 * @param {import('@location-records/core').Location | undefined} left
 * @param {import('@location-records/core').Location | undefined} right
 */
function isSame(left, right) {
  return (
    left !== undefined &&
    left.description === right?.description &&
    left.coordinates.latitude === right?.coordinates.latitude &&
    left.coordinates.longitude === right?.coordinates.longitude
  );
}
