/** A failed call, as pages show it. */
export interface Failure {
  code: string
  message: string
}

/** The loaded part of a list. */
export interface List<T> {
  items: T[]
  /** The cursor of the next page; null at the end, and always for lists without pages. */
  next: string | null
  /** `ready` stays during a reload, and `loading` keeps the results of the previous search. */
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** Why the last load of this or the next page failed; items loaded before stay beside it. */
  failure: Failure | null
  more: 'idle' | 'loading' | 'failed'
}

export const unloaded = { items: [], next: null, status: 'idle', failure: null, more: 'idle' } satisfies List<never>

/** The cursor as a list endpoint takes it; none for the first page. */
export interface PageParams {
  cursor?: string
}

/**
 * An answer of a list. `extra` is what the first page brings besides the items; as a function it gets the state at the
 * moment in which the page is shown.
 */
export type Listed<T, X = object> =
  | { ok: true; data: T[]; next_cursor?: string | null | undefined; extra?: Partial<X> | ((now: X) => Partial<X>) }
  | ({ ok: false } & Failure)

/** A change of items that is the same when made twice. Returns the given array when nothing changes. */
export type Change<T> = (items: T[]) => T[]

type Recipe<T> = (list: List<T>) => void

/** Where a list is kept. */
export interface ListPlace<T> {
  /** Undefined when the list does not exist. */
  get(): List<T> | undefined
  /** Taken before a request. What it writes after a reset, or to a list that does not exist, is dropped. */
  writer(): (recipe: Recipe<T>) => void
}

interface ListSource<T, X> {
  ask(page: PageParams): Promise<Listed<T, X>>
  /** Each key is listed once. */
  key(item: T): string | number
  copies?(): ListCopies<T> | undefined
}

/** Copies on the device of the beginning of a list, for times without a server: see `list-copies.ts`. */
export interface ListCopies<T> {
  /** Waits for the answer of a first page. `show` gets the copy if that takes long, or if there is no answer. */
  meanwhile<A extends Listed<T>>(asked: Promise<A>, show: (items: T[]) => boolean): Promise<A>
  /** Copies a list that the server answered, or that changed since. */
  keep(items: readonly T[]): void
}

/** A running request. */
interface Request<T> {
  /** First pages are numbered in the order in which they were requested. */
  number: number
  search: number
  /** Changes since it was sent, which its answer may lack. */
  changes: Change<T>[]
}

/**
 * Loads a list page by page into its place. Whatever the order of the answers, an older one never replaces a newer one,
 * and changes made while a page loads are kept.
 */
export class ListLoader<T, X extends object = object> {
  /** The number of the first page requested last, and of the one that is shown. */
  #sent = 0
  #shown = 0
  /** How often the search changed; answers to an earlier search are dropped. */
  #search = 0
  readonly #running = new Set<Request<T>>()
  /** The latest load of the first page, while it runs. */
  #loading: Promise<void> | null = null
  #queued: Promise<void> | null = null

  constructor(
    private readonly place: ListPlace<T>,
    private readonly source: ListSource<T, X>,
  ) {}

  /** Loads the list from its beginning. What is shown stays until the answer arrives, and after a failure. */
  load(): Promise<void> {
    const loading = this.#load().finally(() => {
      if (this.#loading === loading) this.#loading = null
    })
    this.#loading = loading
    return loading
  }

  /** Loads the list for a part of a page that opens; a request that is under way serves all of them. */
  open(): Promise<void> {
    return this.#isIdle || this.#loading === null ? this.load() : this.#loading
  }

  /** Loads the list anew. All calls during a load cause one more load afterwards. */
  refresh(): Promise<void> {
    if (this.#isIdle || this.#loading === null) return this.load()
    this.#queued ??= this.#loading.then(() => {
      this.#queued = null
      return this.#isIdle ? undefined : this.refresh()
    })
    return this.#queued
  }

  /** Loads the list anew for another search; the previous results stay until the answer arrives. */
  search(recipe: () => void): Promise<void> {
    this.#search += 1
    recipe()
    this.place.writer()(list => {
      Object.assign(list, { status: 'loading', failure: null, next: null, more: 'idle' })
    })
    return this.load()
  }

  /** Forgets the list; answers that are on their way are dropped. */
  clear(recipe: () => void): void {
    this.#search += 1
    recipe()
    this.place.writer()(list => {
      Object.assign(list, unloaded)
    })
  }

  async #load(): Promise<void> {
    const write = this.place.writer()
    this.#sent += 1
    const request = this.#send()
    write(list => {
      if (list.status !== 'ready') Object.assign(list, { status: 'loading', failure: null })
    })
    const answer = await this.#askOrCopy(request, write)
    this.#running.delete(request)
    if (this.#isOutdated(request)) return
    if (answer.ok) {
      this.#shown = request.number
      const extra = typeof answer.extra === 'function' ? answer.extra(this.place.get() as List<T> & X) : answer.extra
      write(list => Object.assign(list, { ...this.#first(answer, request), ...extra }))
      this.#keepCopy()
    } else if (request.number === this.#sent) {
      const { code, message } = answer
      write(list => {
        list.failure = { code, message }
        if (list.status !== 'ready') list.status = 'failed'
      })
    }
  }

  /** Loads the next page, if there is one and it is not loading already. */
  async more(): Promise<void> {
    const { next: cursor, more, status } = this.place.get() ?? unloaded
    if (cursor === null || more === 'loading' || status !== 'ready') return
    const write = this.place.writer()
    const request = this.#send()
    write(list => {
      list.more = 'loading'
    })
    const answer = await this.source.ask({ cursor })
    this.#running.delete(request)
    write(list => {
      // The list was loaded anew meanwhile, so this page belongs to the previous one.
      if (request.search !== this.#search || list.next !== cursor) return
      if (!answer.ok) {
        Object.assign(list, { more: 'failed', failure: { code: answer.code, message: answer.message } })
        return
      }
      const held = this.#items()
      const known = new Set(held.map(this.source.key))
      const added = answer.data.filter(item => !known.has(this.source.key(item)))
      const items = changed([...held, ...added], request.changes)
      Object.assign(list, { items, next: answer.next_cursor ?? null, more: 'idle', failure: null })
    })
  }

  /** Returns a function that changes the items, now and in the answers that are on their way. */
  changer(): (change: Change<T>) => void {
    const write = this.place.writer()
    return change => {
      let isChanged = false
      write(list => {
        for (const request of this.#running) request.changes.push(change)
        const held = this.#items()
        const items = change(held)
        if (items === held) return
        list.items = items
        isChanged = true
      })
      if (isChanged) this.#keepCopy()
    }
  }

  /** Returns a function that shows the whole list as a change answered it; requests sent before count as older. */
  replacer(): (items: T[]) => void {
    const write = this.place.writer()
    return items =>
      write(list => {
        this.#sent += 1
        this.#shown = this.#sent
        Object.assign(list, { ...unloaded, items, status: 'ready' })
      })
  }

  /** Asks for the first page. A copy is shown only where nothing else is. */
  #askOrCopy(request: Request<T>, write: (recipe: Recipe<T>) => void): Promise<Listed<T, X>> {
    const asked = this.source.ask({})
    const copies = this.source.copies?.()
    if (!copies) return asked
    return copies.meanwhile(asked, items => {
      if (this.#isOutdated(request) || this.place.get()?.status !== 'loading') return false
      write(list => Object.assign(list, { ...unloaded, items: changed(items, request.changes), status: 'ready' }))
      return true
    })
  }

  #keepCopy(): void {
    if (this.place.get()?.status === 'ready') this.source.copies?.()?.keep(this.#items())
  }

  #isOutdated({ number, search }: Request<T>): boolean {
    return number < this.#shown || search !== this.#search
  }

  #send(): Request<T> {
    const request = { number: this.#sent, search: this.#search, changes: [] }
    this.#running.add(request)
    return request
  }

  /** Also after a reset, whatever is still under way. */
  get #isIdle(): boolean {
    return (this.place.get()?.status ?? 'idle') === 'idle'
  }

  /** The plain items; those inside a recipe are drafts, which are slow for long lists. */
  #items(): T[] {
    return this.place.get()?.items ?? []
  }

  #first({ data, next_cursor }: Extract<Listed<T, X>, { ok: true }>, { changes }: Request<T>): List<T> {
    return { ...unloaded, items: changed(data, changes), next: next_cursor ?? null, status: 'ready' }
  }
}

const changed = <T>(items: T[], changes: readonly Change<T>[]): T[] =>
  changes.reduce((before, change) => change(before), items)
