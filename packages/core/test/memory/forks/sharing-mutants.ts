import type { Location } from '../../../src/index.ts';
import { CopyingStore } from './copying-store.ts';
import { type ForkMutant, KinStore } from './kin-store.ts';

class SharesWritesUp extends KinStore {
  override async put(id: string, location: Location): Promise<void> {
    await super.put(id, location);
    this.origin?.entries.set(id, location);
  }
}

class SharesWritesDown extends KinStore {
  override async put(id: string, location: Location): Promise<void> {
    await super.put(id, location);
    for (const fork of this.forks) fork.entries.set(id, location);
  }
}

class SharesRecordsBetweenForks extends KinStore {
  override async put(id: string, location: Location): Promise<void> {
    await super.put(id, location);
    for (const sibling of this.origin?.forks ?? []) sibling.entries.set(id, location);
  }
}

class SharesDeletions extends KinStore {
  override async delete(id: string): Promise<void> {
    await super.delete(id);
    this.origin?.entries.delete(id);
  }
}

class ClosesForks extends KinStore {
  override async close(): Promise<void> {
    await super.close();
    for (const fork of this.forks) await fork.close();
  }
}

class ClosesItsOrigin extends KinStore {
  override async close(): Promise<void> {
    await super.close();
    await this.origin?.close();
  }
}

class ForksWhenClosed extends CopyingStore {
  override fork(): CopyingStore {
    return this.copy();
  }
}

/** Stores that are not independent of their forks. */
export const sharingMutants: readonly ForkMutant[] = [
  ['shows in the origin what its fork puts', SharesWritesUp],
  ['shows in its forks what the origin puts', SharesWritesDown],
  ['shows in a fork what another puts', SharesRecordsBetweenForks],
  ['deletes in the origin what its fork deletes', SharesDeletions],
  ['closes its forks with itself', ClosesForks],
  ['closes its origin with itself', ClosesItsOrigin],
  ['can be forked when it is closed', ForksWhenClosed],
];
