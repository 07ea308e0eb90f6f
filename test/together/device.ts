import { vi } from 'vitest'
import { applyUpdate, Doc, decodeStateVector, decodeUpdate, encodeStateVector, type Transaction } from 'yjs'
import type { PageSession } from '../../src/renderer/features/documents/pages/page-session'
import type { Mutation } from '../../src/renderer/platform/mutation-queue/mutation'
import { LiveClient } from '../../src/server/platform/live/testing/live-client'
import type { Actor } from '../actor'
import { TestClock } from '../clock'
import { inProcess } from '../in-process'
import type { TestServer } from '../test-server'

/** What can happen to a call on its way. `lost`: it arrives, but its answer does not. */
export type Fate = 'lost' | 'twice' | 'late' | 'answered late'

/** How frames arrive. `not`: they are lost between servers. */
export type Hearing = 'in order' | 'twice' | 'backwards' | 'not'

type Send = (address: string, init: RequestInit) => Promise<Response>

const devices = new Map<string, Device>()

/** What the app's modules find in a browser. Drafts are the only thing that they keep in its local storage here. */
export function standInForBrowser(server: TestServer): void {
  const send = inProcess(server.app.http)
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: new URL(server.url) }))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('location', new URL(server.url))
  vi.stubGlobal('navigator', { onLine: true, language: 'en', languages: ['en'] })
  vi.stubGlobal('localStorage', new DraftStorage())
  // Nothing is drawn, as in a hidden tab.
  vi.stubGlobal('requestAnimationFrame', () => 0)
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  vi.stubGlobal('fetch', (url: URL, init: RequestInit) => {
    const device = devices.get(url.searchParams.get('user_id') ?? '')
    return device ? device.network(send, url.href, init) : send(url.href, init)
  })
}

class DraftStorage {
  getItem(name: string): string | null {
    return name.startsWith('app.draft') ? ((this as unknown as Record<string, string>)[name] ?? null) : null
  }
  setItem(name: string, value: string): void {
    if (name.startsWith('app.draft')) Object.assign(this, { [name]: value })
  }
  removeItem(name: string): void {
    delete (this as unknown as Record<string, string>)[name]
  }
}

/** The app's own modules, loaded anew, so that whoever uses them shares no memory with others. */
async function loadApp() {
  vi.resetModules()
  const [{ browserClock }, { useSession }, queue, { offlineCopies }, { PageSession }, change] = await Promise.all([
    import('../../src/renderer/platform/clock'),
    import('../../src/renderer/platform/session'),
    import('../../src/renderer/platform/mutation-queue/store'),
    import('../../src/renderer/platform/offline-copies'),
    import('../../src/renderer/features/documents/pages/page-session'),
    import('../../src/renderer/features/documents/pages/page-change'),
  ])
  return { browserClock, useSession, ...queue, offlineCopies, PageSession, ...change }
}

/** A person's browser with the app's code for pages, the connection of which a test controls. */
export class Device {
  isOnline = true
  /** What happens to the next calls. */
  readonly fates: Fate[] = []
  /** Every change that was made here, in order. */
  made: Uint8Array[] = []
  /** Those that were made since the connection was lost, which are on this device only. */
  #unsent: Uint8Array[] = []
  #clock = new TestClock()
  /** What the browser keeps when a tab ends. */
  readonly #stored = new Map<string, Mutation>()
  readonly #journal = new Map<string, Mutation>()
  readonly #copies = new Map<string, { account: string; name: string; at: number; json: string }>()
  /** How many calls the server has, and who waits for one of them. */
  #busy = 0
  #waiting: (() => void)[] = []
  #late: (() => void)[] = []
  #session: PageSession | null = null
  #endTab: () => void = () => undefined
  #doc_id = 0
  #heard = 0

  private constructor(
    readonly who: Actor,
    private readonly app: Awaited<ReturnType<typeof loadApp>>,
    private readonly live: LiveClient,
  ) {}

  static async of(who: Actor): Promise<Device> {
    const { user_id, organization_id, tokens } = who
    if (!tokens) throw new Error('Nobody is signed in.')
    const device = new Device(who, await loadApp(), await LiveClient.listening(who))
    devices.set(String(user_id), device)
    const { browserClock, useSession } = device.app
    browserClock.after = (ms, then) => device.#clock.after(ms, then)
    useSession.getState().begin({ ...tokens, user_id, isNewUser: false })
    useSession.getState().choose(organization_id)
    return device
  }

  get session(): PageSession {
    if (!this.#session) throw new Error('No page is open.')
    return this.#session
  }

  /** Opens a page in a tab of its own, and forgets the one before. */
  async open(doc_id: number): Promise<void> {
    if (this.#session) this.#end(false)
    for (const kept of [this.#stored, this.#journal, this.#copies]) kept.clear()
    this.made = []
    this.#unsent = []
    this.#doc_id = doc_id
    this.live.socket.send(JSON.stringify({ event: 'pages', doc_ids: [doc_id] }))
    await this.live.ping()
    this.#begin()
    await this.rest()
  }

  /** The tab ends, with or without a moment for what it does last, and another one opens the page. */
  async reload(isKilled: boolean): Promise<void> {
    if (!isKilled) this.session.leave()
    this.#end(isKilled)
    await this.app.offlineCopies.flush()
    this.#begin()
    await this.rest()
  }

  #begin(): void {
    const { app } = this
    const clock = Object.assign(new TestClock(), { random: () => 0.5 })
    this.#clock = clock
    const tab = { isOpen: true }
    this.#endTab = () => {
      tab.isOpen = false
    }
    const whileOpen = async (work: () => void) => (tab.isOpen ? work() : undefined)
    const stored = this.#stored
    app.useMutations.setState({ mutations: [] })
    app.useRefusedChanges.setState({ pages: {} })
    app.offlineCopies.keepIn(this.#copyStorage(), clock)
    let ids = 0
    const queue = app.mutationQueue({
      clock,
      storage: {
        of: async account => [...stored.values()].filter(mutation => mutation.account === account),
        get: async id => stored.get(id),
        put: mutation => whileOpen(() => stored.set(mutation.id, structuredClone(mutation))),
        amend: (id, change) =>
          whileOpen(() => {
            const changed = change(stored.get(id))
            if (changed) stored.set(changed.id, structuredClone(changed))
          }),
        remove: id => whileOpen(() => stored.delete(id)),
        putPart: async () => undefined,
        part: async () => undefined,
        dropParts: async () => undefined,
      },
      journal: {
        all: () => [...this.#journal.values()],
        write: mutation => void (tab.isOpen && this.#journal.set(mutation.id, structuredClone(mutation))),
        erase: id => void (tab.isOpen && this.#journal.delete(id)),
        mark: () => undefined,
      },
      account: () => (tab.isOpen ? `${this.who.user_id}.${this.who.organization_id}` : null),
      isOnline: () => this.isOnline,
      newId: () => {
        ids += 1
        return `${this.who.user_id}.${this.#doc_id}.${Date.now()}.${Math.random()}.${ids}`
      },
      exclusively: (_, task) => (tab.isOpen ? task() : new Promise(() => undefined)),
      announce: () => undefined,
      onAnnounced: () => undefined,
      onReconnect: () => undefined,
      onAccountChange: () => undefined,
    })
    queue.register(app.pageChange)
    void queue.open()
    const session = new app.PageSession(this.#doc_id, true)
    session.doc.on('update', (update: Uint8Array, _: unknown, __: Doc, { local }: Transaction) => {
      if (!local) return
      this.made.push(update)
      if (!this.isOnline) this.#unsent.push(update)
    })
    this.#session = session
    this.#heard = this.live.frames.length
    void session.open(() => undefined)
  }

  #end(isKilled: boolean): void {
    const { offlineCopies } = this.app
    this.#endTab()
    // What a tab that is killed wanted to copy is lost.
    if (isKilled) offlineCopies.keepIn(null)
    this.session.close()
    if (isKilled) void offlineCopies.flush()
  }

  #copyStorage() {
    const copies = this.#copies
    return {
      get: async (_: string, name: string) => copies.get(name),
      put: async (copy: { account: string; name: string; at: number; json: string }) =>
        void copies.set(copy.name, copy),
      remove: async (_: string, name: string) => void copies.delete(name),
      list: async () => [...copies.values()],
    }
  }

  /** A call of the app. */
  network(send: Send, address: string, init: RequestInit): Promise<Response> {
    const { signal: _, ...call } = init
    return this.#meets(this.isOnline ? this.fates.shift() : 'cut', async () => {
      this.#busy += 1
      const answer = await send(address, call)
      this.#busy -= 1
      for (const go of this.#waiting.splice(0)) go()
      return answer
    })
  }

  async #meets(fate: Fate | 'cut' | undefined, send: () => Promise<Response>): Promise<Response> {
    if (fate === 'cut') throw new TypeError('Failed to fetch')
    if (fate === 'twice') await send()
    if (fate === 'late') await this.#until()
    const answer = await send()
    if (fate === 'answered late') await this.#until()
    if (fate === 'lost') throw new TypeError('Failed to fetch')
    return answer
  }

  #until(): Promise<void> {
    return new Promise(resolve => this.#late.push(resolve))
  }

  /** What was late arrives. */
  async arrive(): Promise<void> {
    for (const go of this.#late.splice(0)) go()
    await this.rest()
  }

  cut(): void {
    this.isOnline = false
  }

  /** The connection is back. What others sent meanwhile was not for this device. */
  async reconnect(): Promise<void> {
    if (this.isOnline) return
    this.isOnline = true
    this.#unsent = []
    await this.live.ping()
    this.#heard = this.live.frames.length
    void this.app.mutationQueue().reconnect()
    void this.session.sync()
    await this.rest()
  }

  /** Takes what others sent, of which the last ones may still be on their way. */
  async hear(most = Number.POSITIVE_INFINITY, how: Hearing = 'in order'): Promise<void> {
    if (!this.isOnline) return
    await this.live.ping()
    const frames = this.live.frames.slice(this.#heard, this.#heard + most)
    this.#heard += frames.length
    const received = { 'in order': frames, twice: [...frames, ...frames], backwards: frames.toReversed(), not: [] }[how]
    for (const frame of received)
      if (frame.event === 'page' && frame.doc_id === this.#doc_id) this.session.received(frame)
    // Without frames, what arrives together is taken in after a moment.
    await this.pass(100)
  }

  /** Whether the page lacks what was written here since the connection was lost. */
  get forgot(): boolean {
    const { doc } = this.session
    const has = decodeStateVector(encodeStateVector(doc))
    const isThere = ({ id, length }: { id: { client: number; clock: number }; length: number }) =>
      id.clock + length <= (has.get(id.client) ?? 0)
    // What builds on lost words of others waits for them, and is not lost.
    if (doc.store.pendingStructs) return false
    return !this.#unsent.every(update => decodeUpdate(update).structs.every(isThere))
  }

  async pass(ms: number): Promise<void> {
    this.#clock.advance(ms)
    await this.rest()
  }

  /** Waits until nothing happens here any more, besides calls that are late. */
  async rest(): Promise<void> {
    for (let calm = 0; calm < 4; calm += 1) {
      if (this.#busy > 0) calm = 0
      while (this.#busy > 0) await new Promise<void>(resolve => this.#waiting.push(resolve))
      await new Promise(resolve => setImmediate(resolve))
    }
  }

  /** Whether the server has everything. */
  get isDone(): boolean {
    return this.app.useMutations.getState().mutations.length === 0
  }
}

/** What Yjs alone makes of a page and all changes of all people. */
export function alone(start: Uint8Array, changes: readonly Uint8Array[]): Doc {
  const doc = new Doc()
  applyUpdate(doc, start)
  for (const change of changes) applyUpdate(doc, change)
  return doc
}
