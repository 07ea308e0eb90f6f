import type { z } from 'zod'
import { day } from '#shared/limits'
import { browserClock, type Clock } from './clock'
import { onCopiesForgotten } from './copies-shown'
import { type CopyStorage, copyDatabase, type StoredCopy } from './copy-database'
import { account } from './guest'
import { logError } from './log'

/** How many copies of one kind a person keeps in a workspace, and for how long; milliseconds. */
const mostOfAKind = 20
const keptFor = 14 * day
/** Bytes of JSON, roughly; what is larger is read where there is a server. */
const largest = 500_000
/** Changes come in bursts; milliseconds. */
const settleAfter = 500

export interface Copy<T> {
  content: T
  /** When it was read; milliseconds of the epoch. */
  at: number
}

/** Copies of what was read last, by person and workspace. Nothing fails for them: what cannot be kept is not there. */
export class OfflineCopies {
  readonly #pending = new Map<string, { account: string; name: string; content: unknown }>()
  #stop: (() => void) | null = null

  constructor(
    private storage: CopyStorage | null,
    private readonly clock: Clock = browserClock,
  ) {}

  /** Another place than the browser's. */
  keepIn(storage: CopyStorage | null): void {
    this.storage = storage
  }

  /** Keeps it a moment later; what is kept under the name until then is overtaken. */
  keep(name: string, content: unknown): void {
    const whose = account()
    if (whose === null || !this.storage) return
    this.#pending.set(`${whose} ${name}`, { account: whose, name, content })
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
      // All at once: a page that is being left has one moment for it.
      await Promise.all(
        copies.map(({ content, ...copy }) => {
          const json = JSON.stringify(content)
          return json.length > largest ? storage.remove(copy.account, copy.name) : storage.put({ ...copy, at, json })
        }),
      )
      await this.#removeOld(storage)
    } catch (cause) {
      logError('What was read could not be kept on this device.', cause)
    }
  }

  /** Null where there is none, where it is too old, or where another version of the app kept it otherwise. */
  async read<S extends z.ZodType>(name: string, schema: S): Promise<Copy<z.infer<S>> | null> {
    const whose = account()
    if (whose === null || !this.storage) return null
    try {
      const copy = await this.storage.get(whose, name)
      if (!copy || this.#isOld(copy.at)) return null
      const parsed = schema.safeParse(JSON.parse(copy.json))
      return parsed.success ? { content: parsed.data, at: copy.at } : null
    } catch (cause) {
      logError('What was read before could not be looked up on this device.', cause)
      return null
    }
  }

  /** It is gone, or not for this person any more. */
  async drop(name: string): Promise<void> {
    const whose = account()
    if (whose === null) return
    this.#pending.delete(`${whose} ${name}`)
    await this.storage?.remove(whose, name).catch(() => undefined)
  }

  /** Drops all that is kept of a workspace that this person is not in any more. */
  async dropAll(whose: string): Promise<void> {
    for (const [key, copy] of this.#pending) if (copy.account === whose) this.#pending.delete(key)
    try {
      for (const { account: owner, name } of await this.list())
        if (owner === whose) await this.storage?.remove(owner, name)
    } catch (cause) {
      logError('What was read before could not be removed from this device.', cause)
    }
  }

  /** All that is kept, of everybody who used this browser without signing out, oldest first. */
  async list(): Promise<Omit<StoredCopy, 'json'>[]> {
    return (await this.storage?.list()) ?? []
  }

  /** What waits to be kept is kept no more: the session ended. */
  forget(): void {
    this.#stop?.()
    this.#stop = null
    this.#pending.clear()
  }

  #isOld(at: number): boolean {
    return this.clock.now() - at > keptFor
  }

  async #removeOld(storage: CopyStorage): Promise<void> {
    const count = new Map<string, number>()
    for (const { account: owner, name, at } of (await storage.list()).reverse()) {
      const kind = `${owner} ${name.split('.')[0]}`
      count.set(kind, (count.get(kind) ?? 0) + 1)
      if (this.#isOld(at) || (count.get(kind) ?? 0) > mostOfAKind) await storage.remove(owner, name)
    }
  }
}

export const offlineCopies = new OfflineCopies('indexedDB' in window ? copyDatabase() : null)
onCopiesForgotten(() => offlineCopies.forget())
window.addEventListener('pagehide', () => void offlineCopies.flush())
