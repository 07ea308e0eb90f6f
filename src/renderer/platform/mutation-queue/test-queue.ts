import { z } from 'zod'
import type { Outcome } from '../api'
import { ManualClock, settled } from '../test-environment'
import { mutationDatabase } from './database'
import type { MutationStorage, QueueEnvironment } from './environment'
import type { Mutation, MutationKind } from './mutation'
import { MutationQueue } from './queue'

interface Note {
  lane: string
  text: string
}

/** A server that remembers keys, and fails as a test says before it answers. */
export class NoteServer {
  /** Texts in the order of their first arrival. */
  readonly notes: string[] = []
  readonly calls: string[] = []
  readonly #known = new Set<string>()
  /** The results of the next calls instead of success. `lost`: the call arrives, but its answer does not. */
  failures: (number | 'lost' | { status: number; retryAfter: number })[] = []

  /** Its answers wait for this promise. */
  answering = Promise.resolve()

  receive(key: string, text: string): Outcome<string> {
    this.calls.push(text)
    const failure = this.failures.shift()
    if (failure === undefined || failure === 'lost') {
      if (!this.#known.has(key)) this.notes.push(text)
      this.#known.add(key)
    }
    if (failure === undefined) return { ok: true, data: text, status: 200, message: 'OK' }
    const { status, retryAfter } = typeof failure === 'object' ? failure : { status: failure, retryAfter: undefined }
    if (status === 'lost') return { ok: false, data: null, status: 500, message: '', code: 'network.failed' }
    return { ok: false, data: null, status, message: '', code: codes[status] ?? 'server.unavailable', retryAfter }
  }
}
const codes: Record<number, string> = { 403: 'document.read_only', 429: 'request.too_many', 500: 'server.error' }

/** A browser whose pages share a database, local storage, locks and a channel, with a server that it reaches. */
export class Device {
  readonly clock = new ManualClock()
  readonly server = new NoteServer()
  readonly storage: MutationStorage = mutationDatabase()
  readonly journal = new Map<string, string>()
  readonly pages: Page[] = []
  isAnyMarked = false
  account: string | null = '7.4'
  isOnline = true
  isFull = false
  /** Counts every external step of a page, which crashes at a given one. */
  steps = 0
  dieAt = Number.POSITIVE_INFINITY
  #plan: { step: number; act: () => Promise<void> } | null = null
  #ids = 0
  readonly #locks = new Map<string, { page: Page; start: () => void }[]>()

  /** With `isUnordered`, its server takes what several pages write in any order. */
  constructor(readonly isUnordered = false) {}

  open(): Page {
    const page = new Page(this)
    this.pages.push(page)
    return page
  }

  /** Lets something happen at a step, counted from now. */
  at(step: number, act: () => Promise<void>): void {
    this.#plan = { step: this.steps + step, act }
  }

  count(page: Page): void {
    this.steps += 1
    if (this.steps === this.dieAt) page.die()
    if (this.steps === this.#plan?.step) void this.#plan.act()
  }

  newId(): string {
    this.#ids += 1
    return `key-${this.#ids}`
  }

  lock(name: string, page: Page, task: () => Promise<void>): Promise<void> {
    if (!page.isAlive) return new Promise(() => undefined)
    const waiting = this.#locks.get(name) ?? []
    this.#locks.set(name, waiting)
    return new Promise((resolve, reject) => {
      const entry = {
        page,
        start: () =>
          void task()
            .then(resolve, reject)
            .finally(() => this.#release(name, entry)),
      }
      waiting.push(entry)
      if (waiting[0] === entry) entry.start()
    })
  }

  #release(name: string, entry: { page: Page }): void {
    const waiting = this.#locks.get(name) ?? []
    const isHolder = waiting[0] === entry
    const left = waiting.filter(other => other !== entry)
    this.#locks.set(name, left)
    if (isHolder) left[0]?.start()
  }

  /** Releases what a page held, like the browser does. */
  releaseAll(page: Page): void {
    for (const [name, waiting] of this.#locks)
      for (const entry of waiting.filter(other => other.page === page).reverse()) this.#release(name, entry)
  }

  /** Lets time pass until nothing happens any more. */
  async rest(): Promise<void> {
    for (let quiet = 0, rounds = 0; quiet < 3; rounds += 1) {
      if (rounds > 50) throw new Error('It never comes to rest.')
      const seen = this.steps
      for (let round = 0; round < 12; round += 1) await settled()
      await this.clock.pass(40_000)
      quiet = this.steps === seen ? quiet + 1 : 0
    }
  }

  /** Everything that waits, wherever it is stored. */
  async left(account = '7.4'): Promise<unknown[]> {
    return [...(await this.storage.of(account)), ...this.journal.values()]
  }
}

/** One page of the browser, with its own queue. */
export class Page {
  isAlive = true
  mutations: readonly Mutation[] = []
  settled: string[] = []
  readonly queue: MutationQueue
  held = new Set<string>()
  #heard: (id: string) => void = () => undefined
  #reconnect: () => void = () => undefined
  #accountChanged: () => void = () => undefined

  constructor(readonly device: Device) {
    this.queue = new MutationQueue(this.#environment(), mutations => {
      this.mutations = mutations
    })
    this.notes.isUnordered = device.isUnordered
    this.queue.register(this.notes)
  }

  readonly notes: MutationKind<Note, string> = {
    name: 'note',
    input: z.object({ lane: z.string(), text: z.string() }),
    lane: ({ lane }) => lane,
    isHeld: ({ text }) => this.held.has(text),
    send: async (input, key) => {
      await this.#step()
      const outcome = this.device.server.receive(key, input.text)
      await this.device.server.answering
      await this.#step()
      return outcome
    },
    settle: text => {
      if (this.isAlive) this.settled.push(text)
    },
  }

  write(text: string, lane = 'x'): string {
    return this.queue.send(this.notes, { lane, text })
  }

  states(): string[] {
    return this.mutations.map(({ input, state, failure }) => {
      const { text } = input as Note
      return failure ? `${text} ${state}: ${failure.code}` : `${text} ${state}`
    })
  }

  reconnect(): void {
    this.#reconnect()
  }

  /** Another tab says that it changed a mutation. */
  hear(id: string): void {
    this.#heard(id)
  }

  changeAccount(account: string | null): void {
    this.device.account = account
    this.#accountChanged()
  }

  /** Crashes the page: nothing of it happens any more, and the browser releases its locks. */
  die(): void {
    this.isAlive = false
    this.device.releaseAll(this)
  }

  #environment(): QueueEnvironment {
    const { device } = this
    const { storage, journal } = device
    return {
      clock: device.clock,
      storage: {
        of: account => this.#stored(() => storage.of(account)),
        get: id => this.#stored(() => storage.get(id)),
        put: mutation =>
          this.#stored(() => (device.isFull ? Promise.reject(new Error('QuotaExceededError')) : storage.put(mutation))),
        amend: (id, change) =>
          this.#stored(() =>
            device.isFull ? Promise.reject(new Error('QuotaExceededError')) : storage.amend(id, change),
          ),
        remove: id => this.#stored(() => storage.remove(id)),
        putPart: (id, part, bytes) => this.#stored(() => storage.putPart(id, part, bytes)),
        part: (id, part) => this.#stored(() => storage.part(id, part)),
        dropParts: id => this.#stored(() => storage.dropParts(id)),
      },
      journal: {
        all: () => [...journal.values()].map(text => JSON.parse(text) as unknown),
        write: mutation => this.#now(() => journal.set(mutation.id, JSON.stringify(mutation))),
        erase: id => this.#now(() => journal.delete(id)),
        mark: isAny =>
          this.#now(() => {
            device.isAnyMarked = isAny
          }),
      },
      account: () => device.account,
      isOnline: () => device.isOnline,
      newId: () => device.newId(),
      exclusively: (name, task) => device.lock(name, this, task),
      announce: id =>
        this.#now(() => {
          for (const page of device.pages) if (page !== this && page.isAlive) page.#heard(id)
        }),
      onAnnounced: changed => {
        this.#heard = changed
      },
      onReconnect: reconnect => {
        this.#reconnect = reconnect
      },
      onAccountChange: changed => {
        this.#accountChanged = changed
      },
    }
  }

  /** A synchronous step, unless the page crashes before it. */
  #now(work: () => unknown): void {
    this.#count()
    if (this.isAlive) work()
    this.#count()
  }

  async #stored<T>(work: () => Promise<T>): Promise<T> {
    // Databases start a moment later, and a page may crash in between.
    await Promise.resolve()
    await this.#step()
    const result = await work()
    await this.#step()
    return result
  }

  async #step(): Promise<void> {
    this.#count()
    if (!this.isAlive) await new Promise(() => undefined)
  }

  #count(): void {
    if (!this.isAlive) return
    this.device.count(this)
  }
}
