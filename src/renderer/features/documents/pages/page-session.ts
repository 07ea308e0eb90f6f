import {
  applyUpdate,
  createDeleteSetFromStructStore,
  Doc,
  decodeStateVector,
  decodeUpdate,
  encodeStateAsUpdate,
  encodeStateVector,
  equalDeleteSets,
  mergeUpdates,
} from 'yjs'
import { z } from 'zod'
import { openPage } from '#shared/contract/documents/pages'
import type { LiveFrame } from '#shared/contract/live'
import { call } from '../../../platform/api'
import { browserClock } from '../../../platform/clock'
import type { Failure } from '../../../platform/failure'
import { mutationQueue, useMutations } from '../../../platform/mutation-queue/store'
import { offlineCopies } from '../../../platform/offline-copies'
import { documentCopy } from '../last-read'
import { fromBase64, toBase64 } from './base64'
import { Carets, PageAwareness } from './carets'
import { KeptNodes } from './kept-nodes'
import { dropKeptChanges, keptChanges, pageChange, unsentChanges, updateOf, useRefusedChanges } from './page-change'

/** The origin of changes that the server has, or that wait in the queue already. */
const known = Symbol('known')
const PageCopy = z.object({ state: z.string() })
/** Milliseconds without a change after which the page makes sure that both sides have everything, and copies it. */
const settleAfter = 2_000
/** Characters of a change that waits, up to which the next one joins it. All of it is stored at each key press. */
const joinedLength = 32_000
/** Milliseconds after which what others write is drawn even if the browser shows no frame, as in a hidden tab. */
const longestFrame = 100

interface Caret {
  user_id: number
  state: string
}
type PageFrame = Extract<LiveFrame, { event: 'page' }>

/** A page that is open in this tab: its shared document, and how it stays the same as everybody else's [D46]. */
export class PageSession {
  readonly doc = new Doc()
  readonly awareness = new PageAwareness(this.doc)
  readonly nodes = new KeptNodes()
  /** Called before the editor draws changes of others, or carets. */
  beforeRedraw: () => void = () => undefined
  readonly #carets: Carets
  /** Ids of the changes of this tab that are in the queue. */
  readonly #sent = new Set<string>()
  #lastSent: string | null = null
  #seq = 0
  #isClosed = false
  #report: ((failure: Failure | null) => void) | null = null
  #syncing: Promise<Failure | null> | null = null
  #cancelSettling: () => void = () => undefined
  /** What others wrote since the last drawing. */
  #arrived: Uint8Array[] = []
  #arrivedCarets: Caret[] = []
  /** Cancels the next drawing, if something waits for it. */
  #cancelDrawing: (() => void) | null = null
  readonly #endings: (() => void)[]

  constructor(
    private readonly doc_id: number,
    private readonly mayWrite: boolean,
  ) {
    // The editor draws carets in a task of its own, which this precedes because it listens first.
    this.awareness.on('change', () => browserClock.after(0, () => this.beforeRedraw()))
    this.#carets = new Carets(doc_id, this.awareness)
    this.doc.on('update', (update: Uint8Array, origin: unknown) => {
      // The editor of somebody who may not write can only tidy up.
      if (origin !== known && mayWrite) this.#send(update)
      this.#settleLater()
    })
    this.#endings = [
      useMutations.subscribe(({ mutations }, before) => {
        if (mutations !== before.mutations) this.#look()
      }),
      useRefusedChanges.subscribe(({ pages }, before) => {
        const { code } = pages[doc_id] ?? {}
        if (code === 'page.incomplete' || (before.pages[doc_id] && !code)) void this.#sendAll()
      }),
    ]
  }

  /**
   * Loads the page: what this device has of it and has not sent yet, and what the server has. Reports null once it can be
   * shown, or why it cannot for now.
   */
  async open(report: (failure: Failure | null) => void): Promise<void> {
    const [copy] = await Promise.all([offlineCopies.read(copyName(this.doc_id), PageCopy), mutationQueue().loaded])
    if (this.#isClosed) return
    if (copy) this.#take(copy.content.state)
    for (const mutation of unsentChanges(this.doc_id)) this.#take(updateOf(mutation))
    for (const update of keptChanges(this.doc_id)) this.#take(update)
    this.#report = report
    const failure = await this.sync()
    if (failure && !this.#isClosed) this.#reported(copy ? null : failure)
  }

  #reported(failure: Failure | null): void {
    this.#report?.(failure)
    if (!failure) this.#report = null
  }

  /** The tab may end at any moment. */
  leave(): void {
    this.#draw()
    this.#carets.close()
    this.#keepCopy()
  }

  close(): void {
    this.#draw()
    this.#cancelDrawing?.()
    this.#isClosed = true
    this.#cancelSettling()
    for (const end of this.#endings) end()
    this.#carets.close()
    this.#keepCopy()
    this.awareness.destroy()
    this.doc.destroy()
  }

  /** Takes what somebody wrote; if something before it is missing, asks for that too. */
  received({ seq, update }: PageFrame): void {
    this.#arrived.push(fromBase64(update))
    this.#drawSoon()
    if (seq === this.#seq + 1) this.#seq = seq
    else if (seq > this.#seq) void this.sync()
  }

  /** The server has a version with all changes up to this number. */
  heardOf(seq: number): void {
    if (seq > this.#seq) void this.sync()
  }

  /** Somebody is, or was, in the page. */
  caretMoved(caret: Caret): void {
    this.#arrivedCarets.push(caret)
    this.#drawSoon()
  }

  /** Draws what arrives until the next frame together, because each drawing lays out the whole page. */
  #drawSoon(): void {
    if (this.#isClosed) return
    this.#cancelDrawing ??= beforeNextFrame(() => {
      this.#cancelDrawing = null
      this.#draw()
    })
  }

  #draw(): void {
    const [first, ...more] = this.#arrived
    const carets = this.#arrivedCarets
    this.#arrived = []
    this.#arrivedCarets = []
    if (first) {
      this.#apply(more.length > 0 ? mergeUpdates([first, ...more]) : first)
    }
    for (const caret of carets) this.#carets.received(caret)
  }

  /** Fetches what this page lacks, and sends what the server lacks. Calls meanwhile wait for the same answer. */
  sync(): Promise<Failure | null> {
    this.#syncing ??= this.#exchange().finally(() => {
      this.#syncing = null
    })
    return this.#syncing
  }

  async #exchange(): Promise<Failure | null> {
    const { doc, doc_id } = this
    this.#draw()
    const outcome = await call(openPage, { doc_id, state_vector: toBase64(encodeStateVector(doc)) })
    if (this.#isClosed) return null
    if (!outcome.ok) return { code: outcome.code, message: outcome.message }
    const { update, state_vector, seq } = outcome.data
    const missing = fromBase64(update)
    this.#apply(missing)
    this.#seq = Math.max(this.#seq, seq)
    if (this.mayWrite && unsentChanges(doc_id).length === 0 && !useRefusedChanges.getState().pages[doc_id]) {
      const theirs = fromBase64(state_vector)
      if (hasMore(doc, theirs, missing)) this.#send(encodeStateAsUpdate(doc, theirs))
      if (keptChanges(doc_id).length > 0) dropKeptChanges(doc_id)
    }
    this.#reported(null)
    return null
  }

  async #sendAll(): Promise<void> {
    // The refused change leaves the queue right after it was refused.
    await Promise.resolve()
    if (useRefusedChanges.getState().pages[this.doc_id]) useRefusedChanges.getState().tryAgain(this.doc_id)
    else await this.sync()
  }

  #take(update: string | null): void {
    if (update !== null) this.#apply(fromBase64(update))
  }

  #apply(update: Uint8Array): void {
    this.beforeRedraw()
    this.nodes.keepDuring(() => applyUpdate(this.doc, update, known))
  }

  /** Gives a change to the queue. It joins one that certainly was not sent yet, or follows it if another tab sends it. */
  #send(update: Uint8Array): void {
    const queue = mutationQueue()
    const waiting = this.#lastSent === null ? undefined : queue.find(this.#lastSent)
    const earlier = waiting?.tried_at === null ? updateOf(waiting) : null
    if (waiting && earlier !== null && earlier.length < joinedLength) {
      const joined = mergeUpdates([fromBase64(earlier), update])
      const joining = queue.change(waiting.id, { doc_id: this.doc_id, update: toBase64(joined) })
      void joining.then(id => id === waiting.id || this.#follow(id))
      return
    }
    this.#follow(queue.send(pageChange, { doc_id: this.doc_id, update: toBase64(update) }))
  }

  #follow(id: string): void {
    this.#lastSent = id
    this.#sent.add(id)
  }

  /** Another tab may have sent an earlier form of a change, so that both sides compare what they have in the end. */
  #look(): void {
    for (const id of this.#sent) if (!mutationQueue().find(id)) this.#sent.delete(id)
    if (this.#sent.size === 0) this.#settleLater()
  }

  #settleLater(): void {
    this.#cancelSettling()
    this.#cancelSettling = browserClock.after(settleAfter, () => {
      this.#keepCopy()
      if (this.#sent.size === 0) void this.sync()
    })
  }

  #keepCopy(): void {
    if (this.doc.share.size > 0)
      offlineCopies.keep(copyName(this.doc_id), { state: toBase64(encodeStateAsUpdate(this.doc)) })
  }
}

/** Calls back once, right before the browser lays out the next frame. Returns the function that cancels it. */
function beforeNextFrame(then: () => void): () => void {
  const cancel = () => {
    cancelAnimationFrame(frame)
    stopWaiting()
  }
  const run = () => {
    cancel()
    then()
  }
  const frame = requestAnimationFrame(run)
  const stopWaiting = browserClock.after(longestFrame, run)
  return cancel
}

const copyName = (doc_id: number) => `${documentCopy(doc_id)}.page`

/** Whether a document has content or deletions that the server lacks. `missing` is what the server just sent. */
function hasMore(doc: Doc, theirs: Uint8Array, missing: Uint8Array): boolean {
  const clocks = decodeStateVector(theirs)
  for (const [client, clock] of decodeStateVector(encodeStateVector(doc)))
    if (clock > (clocks.get(client) ?? 0)) return true
  return !equalDeleteSets(createDeleteSetFromStructStore(doc.store), decodeUpdate(missing).ds)
}
