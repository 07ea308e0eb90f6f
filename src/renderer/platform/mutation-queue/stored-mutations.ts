import { logError } from '../log'
import type { QueueEnvironment } from './environment'
import { type Mutation, mutationsIn, waiting } from './mutation'

/** Keeps mutations on this device: in the storage, or in the journal where that has no room. */
export class StoredMutations {
  /** Mutations in the journal, because the storage does not have them yet or refused them. */
  readonly unstored = new Set<string>()
  /** Whether a refusal of the storage was logged already. */
  #isComplaining = false

  constructor(
    private readonly environment: QueueEnvironment,
    private readonly find: (id: string) => Mutation | undefined,
  ) {}

  /** Returns what earlier pages of an account left; `unstored` ones are in the journal only. */
  async load(account: string): Promise<{ stored: Mutation[]; journaled: Mutation[] }> {
    // Read before the storage, so that mutations that move from one to the other meanwhile are not missed.
    const journaled = this.journaled(account)
    try {
      return { stored: mutationsIn(await this.environment.storage.of(account), account), journaled }
    } catch (cause) {
      if (this.environment.account() === account) logError('What waits to be sent could not be looked up.', cause)
      return { stored: [], journaled }
    }
  }

  /** Returns the mutations of this page, with those of a lane as the storage has them now, except where only the journal does. */
  async merged(lane: string, account: string, mine: () => readonly Mutation[]): Promise<Mutation[]> {
    const journaled = new Set(this.journaled(account).map(({ id }) => id))
    const isStored = ({ id, lane: of }: Mutation) => of === lane && !(this.unstored.has(id) && journaled.has(id))
    // Computed before the storage is read, because the result of reading is older than changes made meanwhile.
    const replaced = new Set(mine().filter(isStored))
    const stored = mutationsIn(await this.environment.storage.of(account), account)
    const kept = mine().filter(mutation => !replaced.has(mutation))
    const isKnown = ({ id, lane: of }: Mutation) => of !== lane || kept.some(mutation => mutation.id === id)
    return [...kept, ...stored.filter(mutation => !isKnown(mutation))]
  }

  journaled = (account: string): Mutation[] => mutationsIn(this.environment.journal.all(), account)

  /** Writes a new mutation to the journal, which holds it when this returns. */
  journal(mutation: Mutation): void {
    this.unstored.add(mutation.id)
    this.environment.journal.write(mutation)
  }

  /** Stores a mutation; it stays in the journal if there is no room. */
  async keep(mutation: Mutation): Promise<void> {
    await this.#store(mutation, () => this.environment.storage.put(mutation))
  }

  /** Stores that a mutation is about to be sent. Returns its input, which another tab may have changed until now. */
  async begin(mutation: Mutation): Promise<unknown> {
    let { input } = mutation
    await this.#store(mutation, () =>
      this.environment.storage.amend(mutation.id, value => {
        const [stored] = mutationsIn([value], mutation.account)
        if (stored && !this.unstored.has(mutation.id)) input = stored.input
        return { ...mutation, input }
      }),
    )
    return input
  }

  /**
   * Stores another input of a mutation. If another tab has begun to send it meanwhile, it stays as it is, and `instead`
   * is stored, which the journal holds until one of the two is. Returns which one is stored; null for neither.
   */
  async replace(changed: Mutation, instead: Mutation | null): Promise<Mutation | null> {
    const { journal, announce } = this.environment
    let kept: Mutation | null = changed
    if (instead) journal.write(instead)
    const isStored = await this.#store(changed, () =>
      this.environment.storage.amend(changed.id, value => {
        const [stored] = mutationsIn([value], changed.account)
        const isUntouched = stored ? stored.tried_at === changed.tried_at : this.unstored.has(changed.id)
        kept = isUntouched ? changed : instead
        return kept
      }),
    )
    if (!instead) return kept
    if (kept === instead && !isStored) this.unstored.add(instead.id)
    else if (this.environment.account() === changed.account) journal.erase(instead.id)
    if (kept === instead) announce(instead.id)
    return kept
  }

  /** Returns whether the storage had room; without, the journal holds the mutation. */
  async #store({ id, account }: Mutation, write: () => Promise<void>): Promise<boolean> {
    const { journal } = this.environment
    try {
      await write()
      this.#isComplaining = false
      this.unstored.delete(id)
      if (this.environment.account() === account) journal.erase(id)
      this.environment.announce(id)
      return true
    } catch (cause) {
      if (!this.#isComplaining) logError('What waits to be sent was not stored.', cause)
      this.#isComplaining = true
      const now = this.find(id)
      this.unstored.add(id)
      if (now && this.environment.account() === account) journal.write(now)
      return false
    }
  }

  /** Stores a mutation of any account that an earlier version kept elsewhere, unless it is here already. */
  async bring(mutation: Mutation): Promise<void> {
    const { storage } = this.environment
    if ((await storage.get(mutation.id)) === undefined) await storage.put(mutation)
  }

  /** Gives mutations of another account to the current one. Those for which `change` returns null are removed. */
  async takeOver(from: string, kind: string, change: (mutation: Mutation) => unknown): Promise<number> {
    const mine = this.environment.account()
    const { stored, journaled } = await this.load(from)
    const all = [...stored, ...journaled.filter(({ id }) => !stored.some(other => other.id === id))]
    let count = 0
    for (const mutation of all) {
      if (mutation.kind !== kind || mine === null || this.environment.account() !== mine) continue
      const input = change(mutation)
      if (input === null) await this.erase(mutation.id)
      else await this.keep({ ...mutation, ...waiting, tried_at: null, account: mine, input })
      count += input === null ? 0 : 1
    }
    return count
  }

  async erase(id: string): Promise<void> {
    this.unstored.delete(id)
    this.environment.journal.erase(id)
    await this.environment.storage
      .remove(id)
      .catch((cause: unknown) => logError('What was sent could not be removed.', cause))
    this.environment.announce(id)
  }
}
