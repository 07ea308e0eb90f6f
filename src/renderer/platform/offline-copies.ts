import type { z } from 'zod'
import { day } from '#shared/limits'
import { browserClock, type Clock } from './clock'
import { onCopiesForgotten } from './copies-shown'
import { type CopyStorage, copyDatabase, type StoredCopy } from './copy-database'
import { account } from './guest'
import { logError } from './log'

/** How many copies of one kind a person keeps in a workspace, and for how many milliseconds. */
const maxOfAKind = 20
const keptFor = 14 * day
/** The approximate limit of a copy in bytes of JSON; larger data is available online only. */
const largest = 500_000
/** Milliseconds to wait, because changes come in bursts. */
const settleAfter = 500
/**
 * Milliseconds until the copy is shown while a call waits, so that a fast answer is not preceded by older data. On a network
 * that is known to be slow it is shown at once: a page asks for one thing after the other, and the delays would add up.
 */
const copyDelay = 100
/** Milliseconds for which the network counts as slow after an answer took longer than the delay. */
const slowFor = 60_000

export interface Copy<T> {
  content: T
  /** When it was read, in milliseconds since the epoch. */
  at: number
}

/**
 * Copies of the data read last, by person and workspace. Failures never surface: what cannot be stored is simply
 * missing.
 */
export class OfflineCopies {
  readonly #pending = new Map<string, { account: string; name: string; content: unknown }>()
  #stop: (() => void) | null = null
  #slowUntil = Number.NEGATIVE_INFINITY

  constructor(
    private storage: CopyStorage | null,
    private clock: Clock = browserClock,
  ) {}

  /** Replaces the browser's storage and clock. */
  keepIn(storage: CopyStorage | null, clock: Clock = browserClock): void {
    this.storage = storage
    this.clock = clock
    this.#slowUntil = Number.NEGATIVE_INFINITY
  }

  /** Stores the latest content under a name after a moment. */
  keep(name: string, content: unknown): void {
    const owner = account()
    if (owner === null || !this.storage) return
    this.#pending.set(`${owner} ${name}`, { account: owner, name, content })
    this.#stop ??= this.clock.after(settleAfter, () => void this.flush())
  }

  async flush(): Promise<void> {
    this.#stop?.()
    this.#stop = null
    const copies = [...this.#pending.values()]
    this.#pending.clear()
    const { storage } = this
    if (!storage || copies.length === 0) return
    const at = this.clock.now()
    try {
      // In parallel, because a page that is being left has only a moment.
      await Promise.all(
        copies.map(({ content, ...copy }) => {
          const json = JSON.stringify(content, withoutAddresses)
          return json.length > largest ? storage.remove(copy.account, copy.name) : storage.put({ ...copy, at, json })
        }),
      )
      // The session may have ended meanwhile; another access would recreate the erased database.
      if (account() !== null) await this.#removeOld(storage)
    } catch (cause) {
      if (account() !== null) logError('A copy could not be stored.', cause)
    }
  }

  /** Returns null if there is no copy, it is too old, or another version of the app stored it in another format. */
  async read<S extends z.ZodType>(name: string, schema: S): Promise<Copy<z.infer<S>> | null> {
    const owner = account()
    if (owner === null || !this.storage) return null
    try {
      const copy = await this.storage.get(owner, name)
      if (!copy || this.#isOld(copy.at)) return null
      const parsed = schema.safeParse(JSON.parse(copy.json))
      return parsed.success ? { content: parsed.data, at: copy.at } : null
    } catch (cause) {
      logError('A copy could not be read.', cause)
      return null
    }
  }

  /** Waits for an answer, and shows the copy if the answer takes long. */
  async whileWaiting<T, S extends z.ZodType>(
    answer: Promise<T>,
    name: string,
    schema: S,
    show: (copy: Copy<z.infer<S>>) => void,
  ): Promise<T> {
    const owner = account()
    let isWaiting = true
    const isSlow = isConnectionSlow() || this.clock.now() < this.#slowUntil
    const showLate = async () => {
      if (!isSlow) this.#slowUntil = this.clock.now() + slowFor
      const copy = await this.read(name, schema)
      if (copy && isWaiting && account() === owner) show(copy)
    }
    const stop = this.clock.after(isSlow ? 0 : copyDelay, () => void showLate())
    try {
      return await answer
    } finally {
      isWaiting = false
      stop()
    }
  }

  /** Removes a copy of data that is gone or that this person may no longer read, and those of its parts. */
  async drop(name: string): Promise<void> {
    const owner = account()
    if (owner === null) return
    const isWithin = (other: string) => other === name || other.startsWith(`${name}.`)
    for (const [key, copy] of this.#pending)
      if (copy.account === owner && isWithin(copy.name)) this.#pending.delete(key)
    const stored = await this.list().catch(() => [])
    const names = stored.filter(copy => copy.account === owner).map(copy => copy.name)
    await Promise.all([name, ...names.filter(isWithin)].map(found => this.#remove(owner, found).catch(() => undefined)))
  }

  /** Drops all copies of a workspace that this person has left. */
  async dropAll(owner: string): Promise<void> {
    for (const [key, copy] of this.#pending) if (copy.account === owner) this.#pending.delete(key)
    try {
      for (const { account, name } of await this.list()) if (account === owner) await this.#remove(owner, name)
    } catch (cause) {
      logError('A copy could not be removed.', cause)
    }
  }

  /** Lists the copies of everybody who used this browser without signing out, oldest first. */
  async list(): Promise<Omit<StoredCopy, 'json'>[]> {
    return account() === null ? [] : ((await this.storage?.list()) ?? [])
  }

  /** Cancels pending copies, because the session ended. */
  forget(): void {
    this.#stop?.()
    this.#stop = null
    this.#pending.clear()
  }

  /** Removes nothing once the session has ended, because the access would recreate the erased database. */
  async #remove(owner: string, name: string): Promise<void> {
    if (account() !== null) await this.storage?.remove(owner, name)
  }

  #isOld(at: number): boolean {
    return this.clock.now() - at > keptFor
  }

  async #removeOld(storage: CopyStorage): Promise<void> {
    const count = new Map<string, number>()
    for (const { account: owner, name, at } of (await storage.list()).reverse()) {
      const kind = `${owner} ${name.replace(/\d+/g, '')}`
      count.set(kind, (count.get(kind) ?? 0) + 1)
      if (this.#isOld(at) || (count.get(kind) ?? 0) > maxOfAKind) await this.#remove(owner, name)
    }
  }
}

export const offlineCopies = new OfflineCopies('indexedDB' in window ? copyDatabase() : null)
onCopiesForgotten(() => offlineCopies.forget())
window.addEventListener('pagehide', () => void offlineCopies.flush())

/** Leaves out how people can be reached, and their pictures, whose addresses expire: of people, copies contain names only. */
const withoutAddresses = (key: string, value: unknown): unknown =>
  /^user_(image|email|phone)$/.test(key) ? null : value

/** Whether the browser, if it tells, finds the network slow. */
function isConnectionSlow(): boolean {
  const { connection } = navigator as Navigator & { connection?: { effectiveType?: string; rtt?: number } }
  const { effectiveType = '4g', rtt = 0 } = connection ?? {}
  return effectiveType !== '4g' || rtt > copyDelay
}
