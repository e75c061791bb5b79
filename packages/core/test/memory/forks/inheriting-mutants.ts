import type { Location } from '../../../src/index.ts';
import type { CopyingStore } from './copying-store.ts';
import { type ForkMutant, KinStore } from './kin-store.ts';

class ForgetsDeletions extends KinStore {
  override async delete(id: string): Promise<void> {
    await super.delete(id);
    const inherited = this.origin?.entries.get(id);
    if (inherited) this.entries.set(id, inherited);
  }
}

class RevivesDeleted extends KinStore {
  override copy(): CopyingStore {
    const fork = super.copy();
    for (const [id, location] of this.origin?.entries ?? []) {
      if (!fork.entries.has(id)) fork.entries.set(id, location);
    }
    return fork;
  }
}

class ReplacesOnlyItsOwn extends KinStore {
  override async replace(id: string, location: Location): Promise<boolean> {
    return !this.inherits(id) && super.replace(id, location);
  }
}

class CountsOverwrittenTwice extends KinStore {
  #overwritten = 0;
  override get size(): number {
    return super.size + this.#overwritten;
  }
  override async put(id: string, location: Location): Promise<void> {
    if (this.inherits(id)) this.#overwritten++;
    await super.put(id, location);
  }
}

/** As if the wrong one of two layers had won. */
class GrandchildrenAreStale extends KinStore {
  override copy(): CopyingStore {
    const fork = super.copy();
    for (const [id, location] of this.origin?.entries ?? [])
      if (fork.entries.has(id)) fork.entries.set(id, location);
    return fork;
  }
}

class GrandchildrenForget extends KinStore {
  override copy(): CopyingStore {
    const fork = super.copy();
    for (const id of this.origin?.origin?.entries.keys() ?? []) fork.entries.delete(id);
    return fork;
  }
}

/** Stores that do not treat what they inherited as their own. */
export const inheritingMutants: readonly ForkMutant[] = [
  ['forgets that an inherited record was deleted', ForgetsDeletions],
  ['gives its forks what it had deleted', RevivesDeleted],
  ['replaces no record that it inherited', ReplacesOnlyItsOwn],
  ['counts an inherited record twice that it has overwritten', CountsOverwrittenTwice],
  ['gives its forks what its own origin has of a record', GrandchildrenAreStale],
  ['gives its forks only what two generations wrote', GrandchildrenForget],
];
