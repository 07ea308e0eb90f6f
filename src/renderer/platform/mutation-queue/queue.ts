import { logError } from '../log'
import { afterFailure, attempt } from './attempt'
import type { QueueEnvironment } from './environment'
import {
  atRest,
  byAge,
  isForgotten,
  type Mutation,
  type MutationKind,
  mutationsIn,
  unreadable,
  unsure,
} from './mutation'

/** A longer pause was stored before the clock of this device was set back. */
const longestPause = 2 * 3_600_000

/**
 * Sends the person's writes until the server has them. Mutations survive reloads and crashes, are sent by one tab at a
 * time, and are applied once: each is stored before it is sent, sent under one key, and removed only after its answer.
 */
export class MutationQueue {
  #mutations: readonly Mutation[] = []
  readonly #kinds = new Map<string, MutationKind<unknown, unknown>>()
  /** Running lanes. */
  readonly #runs = new Map<string, Promise<void>>()
  /** Mutations in the journal, because the storage does not have them yet or refused them. */
  readonly #unstored = new Set<string>()
  readonly #inFlight = new Set<string>()
  #account: string | null = null
  /** Whether a refusal of the storage was logged already. */
  #isComplaining = false
  #loaded: Promise<void> = Promise.resolve()
  #lastMade = 0
  /** Counts signs that the server can be reached. One that comes during a failing call justifies another attempt. */
  #reconnections = 0
  #cancelTimer: () => void = () => undefined

  constructor(
    private readonly environment: QueueEnvironment,
    private readonly onChange: (mutations: readonly Mutation[]) => void,
  ) {
    environment.onReconnect(() => void this.reconnect())
    environment.onAnnounced(id => void this.#reread(id))
    environment.onAccountChange(() => void this.open())
  }

  register<I, A>(kind: MutationKind<I, A>): void {
    this.#kinds.set(kind.name, kind)
    void this.run()
  }

  /** Loads what earlier pages of this account left, and sends it. */
  async open(): Promise<void> {
    this.#loaded = this.#load()
    await this.#loaded
    await this.reconnect()
  }

  /** Resolves once what earlier pages left is known. */
  get loaded(): Promise<void> {
    return this.#loaded
  }

  async #load(): Promise<void> {
    const { account, storage, journal } = this.environment
    const mine = account()
    if (mine !== this.#account) this.#leave(mine)
    if (mine === null) return
    // Read before the storage, so that mutations that move from one to the other meanwhile are not missed.
    const journaled = mutationsIn(journal.all(), mine)
    let stored: unknown[] = []
    try {
      stored = await storage.of(mine)
    } catch (cause) {
      logError('What waits to be sent could not be looked up on this device.', cause)
    }
    if (account() !== mine) return
    const known = new Set(this.#mutations.map(({ id }) => id))
    const found = mutationsIn(stored, mine).filter(({ id }) => !known.has(id))
    for (const { id } of found) known.add(id)
    const unstored = journaled.filter(({ id }) => !known.has(id))
    for (const { id } of unstored) this.#unstored.add(id)
    this.#show([...this.#mutations, ...[...found, ...unstored].map(atRest)])
    journal.mark(this.#mutations.length > 0)
  }

  /** Adds a mutation, which is stored when this returns, and sends it as soon as possible. Returns its id. */
  send<I>(kind: MutationKind<I, unknown>, input: I): string {
    this.#kinds.set(kind.name, kind)
    const id = this.environment.newId()
    this.adopt(kind.name, kind.lane(input), kind.input.parse(input), { id })
    return id
  }

  /** Adds a mutation that was stored elsewhere before, with its known state. */
  adopt(kind: string, lane: string, input: unknown, known: Pick<Mutation, 'id'> & Partial<Mutation>): void {
    const { clock, account, journal } = this.environment
    const mine = account()
    if (mine === null) throw new Error('Nobody is signed in.')
    if (mine !== this.#account) this.#leave(mine)
    if (this.find(known.id)) return
    this.#lastMade = Math.max(clock.now(), this.#lastMade + 1)
    const mutation: Mutation = {
      ...{ account: mine, kind, lane, input, made_at: this.#lastMade, tried_at: null, state: 'waiting' },
      ...{ failure: null, failures: 0, due_at: 0, mustRest: false },
      ...known,
    }
    this.#unstored.add(mutation.id)
    journal.mark(true)
    journal.write(mutation)
    this.#show([...this.#mutations, mutation])
    void this.#keep(mutation)
    void this.#run(lane)
  }

  find = (id: string): Mutation | undefined => this.#mutations.find(mutation => mutation.id === id)

  /** Replaces the input of a mutation that is not being sent. */
  async change(id: string, input: unknown): Promise<void> {
    const mutation = this.find(id)
    if (!mutation || this.#isSending(mutation)) return
    await this.#change(id, { input })
    await this.#run(mutation.lane)
  }

  /** Sends a mutation again on request, together with paused ones of its lane. */
  async retry(id: string): Promise<void> {
    const mutation = this.find(id)
    if (!mutation || this.#isSending(mutation)) return
    const afresh = { state: 'waiting', failure: null, failures: 0, due_at: 0, mustRest: false } as const
    const resting = this.#mutations.filter(other => other.lane === mutation.lane && other.due_at > 0)
    await Promise.all(resting.map(other => this.#change(other.id, afresh)))
    if (mutation.failure?.code === unsure) await this.#renew(mutation, afresh)
    else await this.#change(id, afresh)
    await this.#run(mutation.lane)
  }

  /** Removes a mutation that is not being sent. */
  async discard(id: string): Promise<void> {
    const mutation = this.find(id)
    if (!mutation || this.#isSending(mutation)) return
    await this.#forget(id)
    await this.#run(mutation.lane)
  }

  /** The server has applied it, as known from another source than its answer. */
  arrived(id: string): void {
    if (this.find(id)) void this.#forget(id)
  }

  /** Ends pauses that the server did not ask for, because the network or the server is back. */
  async reconnect(): Promise<void> {
    this.#reconnections += 1
    const resting = this.#mutations.filter(({ due_at, mustRest }) => due_at > 0 && !mustRest)
    await Promise.all(resting.map(({ id }) => this.#change(id, { due_at: 0, failure: null })))
    await this.run()
  }

  /** Sends what is due. Also called when something that a mutation waited for is ready. */
  async run(): Promise<void> {
    await Promise.all([...new Set(this.#mutations.map(({ lane }) => lane))].map(lane => this.#run(lane)))
  }

  #run(lane: string): Promise<void> {
    const running = this.#runs.get(lane)
    if (running !== undefined) return running
    const next = this.#next(lane)
    if (!next || !this.#canSend(next)) {
      this.#schedule()
      return Promise.resolve()
    }
    // It is shown as being sent, even while another tab holds the lane.
    this.#update(next.id, { state: 'sending' })
    const run = this.environment
      .exclusively(`wheelhouse.mutations.${next.account}.${lane}`, () => this.#drain(lane, next.account))
      .finally(() => this.#runs.delete(lane))
      .then(
        () => this.#run(lane),
        (cause: unknown) => {
          logError('What waits to be sent could not be sent.', cause)
          this.#endSending(lane)
        },
      )
    this.#runs.set(lane, run)
    return run
  }

  async #drain(lane: string, account: string): Promise<void> {
    await this.#reload(lane, account)
    for (let next = this.#next(lane); next && this.#canSend(next); next = this.#next(lane)) {
      await this.#deliver(next)
      if (this.#account !== account) return
    }
  }

  /** Applies changes of other tabs to a lane. While this tab holds it, no other tab is sending. */
  async #reload(lane: string, account: string): Promise<void> {
    const { storage, journal } = this.environment
    const journaled = new Set(mutationsIn(journal.all(), account).map(({ id }) => id))
    const isStored = ({ id, lane: of }: Mutation) => of === lane && !(this.#unstored.has(id) && journaled.has(id))
    // Computed before the storage is read, because the result of reading is older than changes made meanwhile.
    const replaced = new Set(this.#mutations.filter(isStored).map(({ id }) => id))
    try {
      const stored = mutationsIn(await storage.of(account), account)
      if (this.#account !== account) return
      const kept = this.#mutations.filter(({ id }) => !replaced.has(id))
      const isKnown = ({ id, lane: of }: Mutation) => of !== lane || kept.some(mutation => mutation.id === id)
      this.#show([...kept, ...stored.filter(mutation => !isKnown(mutation))])
    } catch (cause) {
      logError('What waits to be sent could not be looked up on this device.', cause)
    }
    this.#endSending(lane)
    for (const mutation of this.#mutations)
      if (mutation.lane === lane && this.#unstored.has(mutation.id)) await this.#keep(mutation)
  }

  /** Resets mutations of a lane that a page was sending when it ended. */
  #endSending(lane: string): void {
    for (const { id, lane: of, state } of this.#mutations)
      if (of === lane && state === 'sending') this.#update(id, { state: 'waiting' })
  }

  /** Returns the next mutation of a lane, if it is due. A mutation that is retried keeps its place. */
  #next(lane: string): Mutation | undefined {
    const now = this.environment.clock.now()
    const next = this.#mutations.find(mutation => mutation.lane === lane && this.#isInLine(mutation))
    return next && (next.due_at <= now || next.due_at > now + longestPause) ? next : undefined
  }

  #isInLine({ kind: name, state, input }: Mutation): boolean {
    const kind = this.#kinds.get(name)
    if (!kind || state === 'failed') return false
    const read = kind.input.safeParse(input)
    return !read.success || kind.isHeld?.(read.data) !== true
  }

  /** Whether a tab is sending it. A mutation that only waits for its lane may still be changed. */
  #isSending({ id, lane, state }: Mutation): boolean {
    return this.#inFlight.has(id) || (state === 'sending' && !this.#runs.has(lane))
  }

  #canSend({ account }: Mutation): boolean {
    return this.environment.isOnline() && this.environment.account() === account
  }

  async #deliver(mutation: Mutation): Promise<void> {
    const { clock, account } = this.environment
    const kind = this.#kinds.get(mutation.kind)
    const read = kind?.input.safeParse(mutation.input)
    const code =
      (!kind?.isRepeatable && isForgotten(mutation, clock.now()) ? unsure : null) ??
      (read?.success ? kind?.obstacle?.(read.data) : unreadable)
    if (code || !kind || !read?.success) {
      const failure = { code: code ?? unreadable, message: '' }
      await this.#change(mutation.id, { state: 'failed', failure, due_at: 0, mustRest: false })
      return
    }
    const before = this.#reconnections
    this.#inFlight.add(mutation.id)
    const tried_at = mutation.tried_at ?? clock.now()
    // Stored first, so that a later page knows that the server may have applied it.
    await this.#change(mutation.id, { state: 'sending', failure: null, tried_at, due_at: 0, mustRest: false })
    if (account() !== mutation.account) {
      this.#inFlight.delete(mutation.id)
      return
    }
    const outcome = await attempt(() => kind.send(read.data, mutation.id))
    this.#inFlight.delete(mutation.id)
    if (outcome.ok) {
      if (account() === mutation.account) kind.settle(outcome.data, read.data)
      await this.#forget(mutation.id)
    } else if (account() === mutation.account) {
      const circumstances = { isReachable: before !== this.#reconnections, isOnline: this.environment.isOnline() }
      const change = afterFailure(mutation, outcome, clock, circumstances)
      if (change.state === 'failed' && kind.refuse) {
        kind.refuse(read.data, outcome)
        await this.#forget(mutation.id)
      } else await this.#change(mutation.id, change)
    }
  }

  /** Replaces a mutation that the server no longer knows by a new one. */
  async #renew(mutation: Mutation, afresh: Partial<Mutation>): Promise<void> {
    const again: Mutation = { ...mutation, ...afresh, id: this.environment.newId(), tried_at: null }
    const read = this.#kinds.get(mutation.kind)?.input.safeParse(mutation.input)
    if (read?.success) this.#kinds.get(mutation.kind)?.renew?.(read.data, mutation.id, again.id)
    this.#unstored.add(again.id)
    this.environment.journal.write(again)
    this.#show(this.#mutations.map(other => (other.id === mutation.id ? again : other)))
    await this.#keep(again)
    await this.#erase(mutation.id)
  }

  async #change(id: string, now: Partial<Mutation>): Promise<void> {
    const changed = this.#update(id, now)
    if (changed) await this.#keep(changed)
  }

  #update(id: string, now: Partial<Mutation>): Mutation | undefined {
    const mutation = this.find(id)
    if (!mutation) return undefined
    const changed = { ...mutation, ...now }
    this.#show(this.#mutations.map(other => (other === mutation ? changed : other)))
    return changed
  }

  /** Stores a mutation; it stays in the journal if there is no room. */
  async #keep(mutation: Mutation): Promise<void> {
    const { id, account } = mutation
    const { storage, journal } = this.environment
    try {
      await storage.put(mutation)
      this.#isComplaining = false
      this.#unstored.delete(id)
      if (this.environment.account() === account) journal.erase(id)
      this.environment.announce(id)
    } catch (cause) {
      if (!this.#isComplaining) logError('What waits to be sent was not stored.', cause)
      this.#isComplaining = true
      const now = this.find(id)
      this.#unstored.add(id)
      if (now && this.environment.account() === account) journal.write(now)
    }
  }

  async #forget(id: string): Promise<void> {
    this.#show(this.#mutations.filter(mutation => mutation.id !== id))
    if (this.#mutations.length === 0) this.environment.journal.mark(false)
    await this.#erase(id)
  }

  async #erase(id: string): Promise<void> {
    this.#unstored.delete(id)
    this.environment.journal.erase(id)
    await this.environment.storage
      .remove(id)
      .catch((cause: unknown) => logError('What was sent could not be removed from this device.', cause))
    this.environment.announce(id)
  }

  /** Another tab changed the mutation. */
  async #reread(id: string): Promise<void> {
    const account = this.#account
    if (this.#unstored.has(id) || account === null) return
    const before = this.find(id)
    const stored = await this.environment.storage.get(id).catch(() => null)
    // Changes made here meanwhile are newer than what was read.
    if (this.#account !== account || stored === null || this.find(id) !== before) return
    if (before && this.#runs.has(before.lane)) return
    const [mutation] = mutationsIn([stored], account)
    this.#show([...this.#mutations.filter(other => other.id !== id), ...(mutation ? [mutation] : [])])
    this.#schedule()
    if (mutation) await this.#run(mutation.lane)
  }

  #leave(account: string | null): void {
    this.#account = account
    this.#unstored.clear()
    this.#cancelTimer()
    this.#show([])
  }

  #show(mutations: readonly Mutation[]): void {
    this.#mutations = [...mutations].sort(byAge)
    this.onChange(this.#mutations)
  }

  /** Schedules a run for the end of the next pause. */
  #schedule(): void {
    const { clock } = this.environment
    this.#cancelTimer()
    const now = clock.now()
    const ends = this.#mutations.map(({ due_at }) => due_at).filter(at => at > now)
    if (ends.length === 0) return
    this.#cancelTimer = clock.after(Math.min(longestPause, Math.min(...ends) - now), () => void this.run())
  }
}
