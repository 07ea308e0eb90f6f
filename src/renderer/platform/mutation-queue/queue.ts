import type { Outcome } from '../api'
import type { Clock } from '../clock'
import { logError } from '../log'
import { afterFailure, attempt, longestPause, Pauses } from './attempt'
import type { MutationStorage, QueueEnvironment } from './environment'
import { type Kind, Kinds } from './kinds'
import { type Attempt, atRest, byAge, type Mutation, type MutationKind, mutationsIn, unsure, waiting } from './mutation'
import { StoredMutations } from './stored-mutations'

type Failed = Outcome<unknown> & { ok: false }

/**
 * Sends the person's writes until the server has them. Mutations survive reloads and crashes, are sent by one tab at a
 * time, and are applied once: each is stored before it is sent, sent under one key, and removed only after its answer.
 */
export class MutationQueue {
  #mutations: readonly Mutation[] = []
  readonly #kinds = new Kinds()
  /** Running lanes. */
  readonly #runs = new Map<string, Promise<void>>()
  /** Left the queue here, so that a look into the storage that began before does not bring them back. */
  readonly #gone = new Set<string>()
  readonly #inFlight = new Map<string, AbortController>()
  readonly #kept: StoredMutations
  #account: string | null = null
  #loaded: Promise<void> = Promise.resolve()
  #lastMade = 0
  /** Counts signs that the server can be reached. One that comes during a failing call justifies another attempt. */
  #reconnections = 0
  readonly #pauses: Pauses
  readonly clock: Clock

  constructor(
    private readonly environment: QueueEnvironment,
    private readonly onChange: (mutations: readonly Mutation[]) => void,
  ) {
    this.clock = environment.clock
    this.#kept = new StoredMutations(environment, id => this.find(id))
    this.#pauses = new Pauses(environment.clock, () => void this.run())
    environment.onReconnect(() => void this.reconnect())
    environment.onAnnounced(id => void this.#reread(id))
    environment.onAccountChange(() => void this.open())
  }

  register<I, A>(kind: MutationKind<I, A>): void {
    this.#kinds.register(kind)
    void this.run()
  }

  /** Loads what earlier pages of this account left, and sends it. */
  async open(): Promise<void> {
    this.#loaded = this.#load()
    await this.#loaded
    await this.reconnect()
  }

  /** Large bytes of mutations, which are stored apart from them. */
  get parts(): Pick<MutationStorage, 'putPart' | 'part' | 'dropParts'> {
    return this.environment.storage
  }

  /** Resolves once what earlier pages left is known. */
  get loaded(): Promise<void> {
    return this.#loaded
  }

  async #load(): Promise<void> {
    const { account, journal } = this.environment
    const mine = account()
    if (mine !== this.#account) this.#leave(mine)
    if (mine === null) return
    const { stored, journaled } = await this.#kept.load(mine)
    if (account() !== mine) return
    const known = new Set([...this.#mutations.map(({ id }) => id), ...this.#gone])
    const found = stored.filter(({ id }) => !known.has(id))
    for (const { id } of found) known.add(id)
    const unstored = journaled.filter(({ id }) => !known.has(id))
    for (const { id } of unstored) this.#kept.unstored.add(id)
    this.#show([...this.#mutations, ...[...found, ...unstored].map(atRest)])
    journal.mark(this.#mutations.length > 0)
  }

  /** Adds a mutation, which is stored when this returns, and sends it as soon as `known` permits. Returns its id. */
  send<I>(kind: MutationKind<I, unknown>, input: I, known: Partial<Mutation> = {}): string {
    this.#kinds.register(kind)
    const id = this.environment.newId()
    void this.adopt(kind.name, kind.lane(input, id), kind.input.parse(input), { ...known, id })
    return id
  }

  /** Adds a mutation with its known state. It is in the journal when this returns, and then in the storage. */
  adopt(kind: string, lane: string, input: unknown, known: Pick<Mutation, 'id'> & Partial<Mutation>): Promise<void> {
    const { account, journal } = this.environment
    const mine = account()
    if (mine === null) throw new Error('Nobody is signed in.')
    if (mine !== this.#account) this.#leave(mine)
    if (this.find(known.id)) return Promise.resolve()
    this.#lastMade = Math.max(this.clock.now(), this.#lastMade + 1)
    const made = { ...waiting, account: mine, kind, lane, input, made_at: this.#lastMade, tried_at: null }
    const mutation: Mutation = { ...made, ...known }
    // It may be one that was discarded and is put back.
    this.#gone.delete(known.id)
    journal.mark(true)
    this.#kept.journal(mutation)
    this.#show([...this.#mutations, mutation])
    const isAlone = this.#next(lane) === mutation && !this.#runs.has(lane)
    if (isAlone && this.#kinds.of(mutation)?.isUnordered) void this.#run(lane, mutation)
    const stored = this.#kept.keep(this.find(known.id) ?? mutation)
    void this.#run(lane)
    return stored
  }

  /** Stores a mutation of any account that an earlier version kept elsewhere, unless it is here already. */
  bring = (mutation: Mutation): Promise<void> => this.#kept.bring(mutation)

  /** Gives mutations of another account to this one, see `StoredMutations`. Returns how many there were. */
  async takeOver(from: string, kind: string, change: (mutation: Mutation) => unknown): Promise<number> {
    const count = await this.#kept.takeOver(from, kind, change)
    if (count > 0) void this.open()
    await this.#loaded
    return count
  }

  find = (id: string): Mutation | undefined => this.#mutations.find(mutation => mutation.id === id)

  /**
   * Replaces the input of a mutation. If a tab is already sending it, a new one with this input follows, provided that
   * doing it twice does no harm. Returns the id of the one with this input.
   */
  async change(id: string, input: unknown): Promise<string> {
    const mutation = this.find(id)
    if (!mutation) return id
    const next = { ...mutation, ...waiting, id: this.environment.newId(), input, tried_at: null }
    const follower = this.#kinds.of(mutation)?.isRepeatable ? next : null
    if (this.#isSending(mutation)) {
      if (follower) void this.adopt(next.kind, next.lane, input, { id: next.id })
      return follower?.id ?? id
    }
    const kept = await this.#kept.replace(this.#update(id, { input }) ?? mutation, follower)
    if (kept === next) this.#show([...this.#mutations, next])
    await this.#run(mutation.lane)
    return kept?.id ?? id
  }

  /** Sends a mutation again on request, together with paused ones of its lane. */
  async retry(id: string): Promise<void> {
    const mutation = this.find(id)
    if (!mutation || this.#isSending(mutation)) return
    const resting = this.#mutations.filter(other => other.lane === mutation.lane && other.due_at > 0)
    await Promise.all(resting.map(other => this.#change(other.id, waiting)))
    if (mutation.failure?.code === unsure) await this.#renew(mutation)
    else await this.#change(id, waiting)
    await this.#run(mutation.lane)
  }

  /** Puts off a mutation that is not being sent. A connection that returns does not send it earlier; `retry` does. */
  async postpone(id: string, due_at: number): Promise<void> {
    const mutation = this.find(id)
    if (mutation && !this.#isSending(mutation)) await this.#change(id, { due_at, mustRest: true })
  }

  /** Stops a mutation until the person resumes it with `retry`. */
  async pause(id: string): Promise<void> {
    this.#stop(id)
    await this.#change(id, { ...waiting, state: 'paused' })
  }

  /** Changes the input of a mutation, also of one that is being sent. What is being sent stays as it is. */
  async note<I>(id: string, change: (input: I) => I): Promise<void> {
    const mutation = this.find(id)
    // Only the code that knows the kind calls this.
    if (mutation) await this.#change(id, { input: change(mutation.input as I) })
  }

  #stop(id: string): void {
    this.#inFlight.get(id)?.abort()
    this.#inFlight.delete(id)
  }

  /** Removes a mutation that is not being sent, or whose attempt can be stopped. */
  async discard(id: string): Promise<void> {
    const mutation = this.find(id)
    if (!mutation) return
    if (this.#kinds.of(mutation)?.canStop) this.#stop(id)
    else if (this.#isSending(mutation)) return
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

  /** Sends what is due in a lane. A new mutation, if given, is sent before other tabs let this one have the lane. */
  #run(lane: string, first?: Mutation): Promise<void> {
    const running = this.#runs.get(lane)
    if (running !== undefined) return running
    const next = this.#next(lane)
    if (!next || !this.#canSend(next)) {
      this.#pauses.follow(this.#mutations)
      return Promise.resolve()
    }
    // Whoever hears that it is being sent may run the queue in turn.
    this.#runs.set(lane, Promise.resolve())
    const sent = first && this.#deliver(first, true)
    const held = Promise.resolve().then(() =>
      this.environment.exclusively(`wheelhouse.mutations.${next.account}.${lane}`, async () => {
        await Promise.allSettled([sent])
        if (!first || this.#next(lane)) await this.#drain(lane, next.account)
      }),
    )
    const run = Promise.all([sent, held])
      .finally(() => this.#runs.delete(lane))
      .then(
        () => this.#run(lane),
        (cause: unknown) => {
          logError('What waits could not be sent.', cause)
          this.#endSending(lane)
        },
      )
    this.#runs.set(lane, run)
    // It is shown as being sent, even while another tab holds the lane.
    if (!first) this.#update(next.id, { state: 'sending' })
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
    try {
      const merged = await this.#kept.merged(lane, account, () => this.#mutations)
      if (this.#account !== account) return
      this.#show(merged.filter(({ id }) => !this.#gone.has(id)))
    } catch (cause) {
      if (this.#account === account) logError('What waits to be sent could not be looked up.', cause)
    }
    this.#endSending(lane)
    for (const mutation of this.#mutations)
      if (mutation.lane === lane && this.#kept.unstored.has(mutation.id)) await this.#kept.keep(mutation)
  }

  /** Resets mutations of a lane that a page was sending when it ended. */
  #endSending(lane: string): void {
    for (const { id, lane: of, state } of this.#mutations)
      if (of === lane && state === 'sending') this.#update(id, { state: 'waiting' })
  }

  /** Returns the next mutation of a lane, if it is due. A mutation that is retried keeps its place. */
  #next(lane: string): Mutation | undefined {
    const now = this.clock.now()
    const next = this.#mutations.find(mutation => mutation.lane === lane && this.#kinds.isInLine(mutation))
    return next && (next.due_at <= now || next.due_at > now + longestPause) ? next : undefined
  }

  /** Whether a tab is sending it. A mutation that only waits for its lane may still be changed. */
  #isSending({ id, lane, state }: Mutation): boolean {
    return this.#inFlight.has(id) || (state === 'sending' && !this.#runs.has(lane))
  }

  #canSend({ account }: Mutation): boolean {
    return this.environment.isOnline() && this.environment.account() === account
  }

  /** Sends a mutation. One that is new is known to this page only, so that no other one can be sending or changing it. */
  async #deliver(mutation: Mutation, isNew = false): Promise<void> {
    const read = this.#kinds.read(mutation, this.clock.now())
    if ('code' in read) {
      const failure = { code: read.code, message: '' }
      await this.#change(mutation.id, { state: 'failed', failure, due_at: 0, mustRest: false })
      return
    }
    const { kind } = read
    const before = this.#reconnections
    const stop = new AbortController()
    this.#inFlight.set(mutation.id, stop)
    const tried_at = mutation.tried_at ?? this.clock.now()
    // Stored first, so that a later page knows that the server may have applied it.
    const begun = { state: 'sending', failure: null, tried_at, due_at: 0, mustRest: false } as const
    const sending = this.#update(mutation.id, begun) ?? mutation
    if (isNew) this.#kept.journal(sending)
    const input = isNew ? mutation.input : await this.#kept.begin(sending)
    const { signal } = stop
    if (signal.aborted) return
    if (!isNew) this.#update(mutation.id, { input })
    const context: Attempt<unknown> = {
      signal,
      note: async change => (signal.aborted ? undefined : this.note(mutation.id, change)),
      progressed: () => {
        if (!signal.aborted && this.find(mutation.id)?.failures) this.#update(mutation.id, { failures: 0 })
      },
    }
    const outcome = await attempt(() => kind.send(kind.input.parse(input), mutation.id, context), signal)
    if (this.#inFlight.get(mutation.id) === stop) this.#inFlight.delete(mutation.id)
    if (signal.aborted && (kind.canStop || !outcome.ok)) return
    const isMine = this.environment.account() === mutation.account
    if (outcome.ok) await this.#settle(mutation, kind, outcome.data, isMine)
    else if (isMine) await this.#fail(mutation, kind, outcome, before !== this.#reconnections)
  }

  async #settle(mutation: Mutation, kind: Kind, answer: unknown, isMine: boolean): Promise<void> {
    const { id } = mutation
    const { data: input } = kind.input.safeParse((this.find(id) ?? mutation).input)
    if (isMine) kind.settle(answer, input)
    if (kind.keepDone) await this.#change(id, { ...waiting, state: 'done', input: kind.keepDone(answer, input) })
    else await this.#forget(id)
  }

  async #fail(mutation: Mutation, kind: Kind, outcome: Failed, isReachable: boolean): Promise<void> {
    const { failures = mutation.failures } = this.find(mutation.id) ?? {}
    const circumstances = { isReachable, isOnline: this.environment.isOnline() }
    const change = afterFailure({ ...mutation, failures }, outcome, this.clock, circumstances)
    if (change.state === 'failed' && kind.refuse) {
      kind.refuse(kind.input.parse((this.find(mutation.id) ?? mutation).input), outcome)
      await this.#forget(mutation.id)
    } else await this.#change(mutation.id, change)
  }

  /** Replaces a mutation that the server no longer knows by a new one. */
  async #renew(mutation: Mutation): Promise<void> {
    const again: Mutation = { ...mutation, ...waiting, id: this.environment.newId(), tried_at: null }
    const kind = this.#kinds.of(mutation)
    const read = kind?.input.safeParse(mutation.input)
    if (read?.success) kind?.renew?.(read.data, mutation.id, again.id)
    this.#kept.journal(again)
    this.#show(this.#mutations.map(other => (other.id === mutation.id ? again : other)))
    await this.#kept.keep(again)
    await this.#kept.erase(mutation.id)
  }

  async #change(id: string, now: Partial<Mutation>): Promise<void> {
    const changed = this.#update(id, now)
    if (changed) await this.#kept.keep(changed)
  }

  #update(id: string, now: Partial<Mutation>): Mutation | undefined {
    const mutation = this.find(id)
    if (!mutation) return undefined
    const changed = { ...mutation, ...now }
    this.#show(this.#mutations.map(other => (other === mutation ? changed : other)))
    return changed
  }

  async #forget(id: string): Promise<void> {
    this.#gone.add(id)
    this.#show(this.#mutations.filter(mutation => mutation.id !== id))
    if (this.#mutations.length === 0) this.environment.journal.mark(false)
    await this.#kept.erase(id)
  }

  /** Another tab changed the mutation. */
  async #reread(id: string): Promise<void> {
    const account = this.#account
    if (this.#kept.unstored.has(id) || account === null) return
    const before = this.find(id)
    const stored = await this.environment.storage.get(id).catch(() => null)
    // Changes made here meanwhile are newer than what was read.
    if (this.#account !== account || stored === null || this.find(id) !== before || this.#gone.has(id)) return
    if (before && this.#runs.has(before.lane)) return
    const [mutation] = mutationsIn([stored], account)
    this.#show([...this.#mutations.filter(other => other.id !== id), ...(mutation ? [mutation] : [])])
    this.#pauses.follow(this.#mutations)
    if (mutation) await this.#run(mutation.lane)
  }

  #leave(account: string | null): void {
    this.#account = account
    this.#gone.clear()
    this.#kept.unstored.clear()
    for (const stop of this.#inFlight.values()) stop.abort()
    this.#inFlight.clear()
    this.#pauses.cancel()
    this.#show([])
  }

  #show(mutations: readonly Mutation[]): void {
    this.#mutations = [...mutations].sort(byAge)
    this.onChange(this.#mutations)
  }
}
