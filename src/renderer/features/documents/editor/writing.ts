import type { Person } from '#shared/contract/common'
import type { Document } from '#shared/contract/documents/endpoints'
import { document as limits } from '#shared/contract/documents/limits'
import { StaleContent } from '#shared/contract/documents/versions'
import type { Outcome } from '../../../platform/api'
import type { Failure } from '../../../platform/failure'
import type { MutationKind } from '../../../platform/mutation-queue/mutation'
import { mutationQueue, useMutations } from '../../../platform/mutation-queue/store'
import { createSlice } from '../../../platform/store'
import { type Info, useDocuments } from '../store'
import { type Base, keepAside, keepText, keptAside, keptText } from './kept'
import { onItsWay, progressOf, SavedText, sentText } from './text-mutation'
import { joined, type Theirs } from './theirs'

/** Milliseconds between the last change and the automatic save. */
export const saveAfter = 2_000
/** How often a save may meet a newer version and merge with it at once. After that it is saved again a while later. */
const maxMerges = 5

/** The text of a document while it is being edited. */
export interface Writing {
  doc_id: number
  base: Base
  text: string
  /** `failed` texts may still be sent again by themselves. */
  state: 'idle' | 'saving' | 'failed'
  failure: Failure | null
  /** The text that is on its way to the server, with the id of its mutation. */
  sending: { id: string; text: string } | null
  /** Set when both sides changed the same lines. Nothing is saved until the person has chosen. */
  conflict: Theirs | null
  /**
   * `newerBy`: who saved a newer version that is not merged yet. `mergedBy`: who saved the version merged last. Names,
   * or '' where unknown.
   */
  newerBy: string | null
  mergedBy: string | null
  /** The text holds both versions where they differ. It is saved only when the person says so or continues to edit. */
  isToMend: boolean
  /**
   * Pages are saved while they are edited. Summaries replace Mate's text for everybody, so they are saved only when the
   * person says so.
   */
  isAutosaved: boolean
  /** A task was ticked in the reading view, so the text is saved without an open editor. */
  isInPlace: boolean
}

interface State {
  writings: Record<number, Writing>
  /** One's own texts that were set aside in favour of somebody else's. */
  aside: Record<number, string>
}

/** Cancel the automatic saves. */
const timers = new Map<number, () => void>()

type FailedOutcome = Outcome<unknown> & { ok: false }

export const isUnsaved = ({ text, base }: Writing): boolean => text !== base.content
/** How many characters the text is over the limit; 0 when it can be saved. */
export const excessOf = ({ text }: Writing): number => Math.max(0, text.length - limits.contentLength)

const nameOf = (person: Person | null) => person?.user_displayname ?? ''

const textMutation: MutationKind<SavedText, Document> = {
  ...sentText,
  settle: (info, input) => useWriting.getState().saved(input, info),
  refuse: (input, outcome) => useWriting.getState().refused(input, outcome),
}

/** The texts that are being edited on this device. Unsaved changes survive reloads and crashes. */
export const useWriting = createSlice(
  'writing',
  { writings: {}, aside: {} } as State,
  (set, get) => {
    const change = (doc_id: number, now: Partial<Writing>) =>
      set(({ writings }) => {
        if (writings[doc_id]) Object.assign(writings[doc_id], now)
      })
    const keep = (doc_id: number) => {
      const writing = get().writings[doc_id]
      if (!writing) return
      const { base, text, isInPlace } = writing
      keepText(doc_id, isUnsaved(writing) ? { base, text, isInPlace } : null)
    }
    const stopTimer = (doc_id: number) => {
      timers.get(doc_id)?.()
      timers.delete(doc_id)
    }
    const saveLater = (doc_id: number) => {
      stopTimer(doc_id)
      if (!get().writings[doc_id]?.isAutosaved) return
      timers.set(
        doc_id,
        mutationQueue().clock.after(saveAfter, () => void enqueue(doc_id)),
      )
    }
    const setAside = (doc_id: number, text: string | null) => {
      keepAside(doc_id, text)
      set(({ aside }) => {
        if (text === null) delete aside[doc_id]
        else aside[doc_id] = text
      })
    }

    return {
      /** Starts editing, with any unsaved text from this device. */
      begin({ doc_id, document_type, content, version, updatedby }: Info) {
        if (get().writings[doc_id]) return change(doc_id, { isInPlace: false })
        const kept = keptText(doc_id)
        const base = kept?.base ?? { content, version }
        set(({ writings }) => {
          writings[doc_id] = {
            ...{ doc_id, base, text: kept?.text ?? content, ...nothingYet },
            newerBy: kept && base.version < version ? nameOf(updatedby) : null,
            isAutosaved: document_type === 'document',
            isInPlace: kept?.isInPlace ?? false,
          }
        })
        if (kept) saveLater(doc_id)
        useWriting.getState().follow()
      },

      /** Saves a task ticked in the reading view at once; further ticks follow. */
      tick(info: Info, text: string) {
        const { doc_id } = info
        if (!get().writings[doc_id]) {
          useWriting.getState().begin(info)
          change(doc_id, { isInPlace: true })
        }
        useWriting.getState().write(doc_id, text)
        void useWriting.getState().save(doc_id)
      },

      /** Loads the text that was set aside on this device. */
      recall(doc_id: number) {
        const text = keptAside(doc_id)
        if (text !== null) setAside(doc_id, text)
      },

      write(doc_id: number, text: string) {
        const before = get().writings[doc_id]
        if (!before || before.text === text) return
        change(doc_id, { text, isToMend: false, mergedBy: null })
        keep(doc_id)
        if (before.conflict === null) saveLater(doc_id)
      },

      /**
       * Receives a newer version of the document. It is taken if nothing is unsaved here; otherwise it waits to be
       * merged.
       */
      news({ doc_id, content, version, updatedby }: Info) {
        const writing = get().writings[doc_id]
        if (!writing || version <= writing.base.version || writing.state === 'saving') return
        if (isUnsaved(writing) && writing.text !== content) return change(doc_id, { newerBy: nameOf(updatedby) })
        change(doc_id, { base: { content, version }, text: content, mergedBy: null })
        keep(doc_id)
      },

      /** Saves the text; returns whether nothing is left unsaved. Each document has at most one save under way. */
      async save(doc_id: number): Promise<boolean> {
        const waiting = await enqueue(doc_id)
        if (waiting) void mutationQueue().retry(waiting)
        return whenEnded(doc_id)
      },

      /** Saves, and stops editing if that succeeded. A text that could not be saved stays open. */
      async finish(doc_id: number): Promise<boolean> {
        await whenEnded(doc_id)
        const { save } = useWriting.getState()
        // What was written since a text that was already on its way follows it.
        const isSaved = (await save(doc_id)) || (get().writings[doc_id]?.state === 'idle' && (await save(doc_id)))
        if (isSaved) useWriting.getState().stop(doc_id)
        return isSaved
      },

      /** Handles that the person leaves. Autosaved texts are saved; others stay as drafts on this device. */
      leave(doc_id: number) {
        const writing = get().writings[doc_id]
        if (!writing) return
        // A running save completes by itself, because the person started it.
        if (writing.isAutosaved || writing.state === 'saving' || !isUnsaved(writing))
          void useWriting.getState().finish(doc_id)
        else
          set(({ writings }) => {
            delete writings[doc_id]
          })
      },

      /** Stops editing and drops unsaved changes. */
      stop(doc_id: number) {
        stopTimer(doc_id)
        takeBack(doc_id)
        keepText(doc_id, null)
        set(({ writings }) => {
          delete writings[doc_id]
        })
      },

      /** Saves one's own text over theirs, which stays in the history. */
      keepMine: (doc_id: number) => resolve(doc_id, writing => ({ text: writing.text })),

      /** Takes their text and sets one's own aside. */
      takeTheirs(doc_id: number) {
        const writing = get().writings[doc_id]
        if (!writing?.conflict) return
        setAside(doc_id, writing.text)
        const { content } = writing.conflict
        void resolve(doc_id, () => ({ text: content }))
      },

      /** Puts both texts into the editor where they differ, so that the person can merge them. */
      mendByHand(doc_id: number) {
        const writing = get().writings[doc_id]
        if (!writing?.conflict) return
        const { text } = joined(writing, writing.conflict)
        change(doc_id, { ...resolvedTo(writing.conflict), text, isToMend: true })
        keep(doc_id)
      },

      /** Resumes editing with the text that was set aside. */
      bringBack(info: Info) {
        const { doc_id } = info
        const text = get().aside[doc_id]
        if (text === undefined) return
        useWriting.getState().begin(info)
        useWriting.getState().write(doc_id, text)
        setAside(doc_id, null)
      },

      dropAside: (doc_id: number) => setAside(doc_id, null),

      /** The server has a text. */
      saved(input: SavedText, info: Document) {
        useDocuments.getState().read(info)
        const { doc_id, text } = input
        const { content, version } = info
        const writing = get().writings[doc_id]
        if (!writing) return savedUnseen(input, info)
        // Another tab's text is news here.
        if (writing.sending?.text !== text) return
        const isEdited = writing.text !== text
        change(doc_id, { sending: null, base: { content: isEdited ? text : content, version } })
        // The answer to a save that arrived before may hold what others saved since.
        if (isEdited && content !== text) return meet(input, info)
        change(doc_id, { state: 'idle', newerBy: null, ...(!isEdited && { text: content }) })
        keep(doc_id)
        if (isEdited) saveLater(doc_id)
        else if (writing.isInPlace) useWriting.getState().stop(doc_id)
      },

      /** The server refused a text, because it is older than another or for good. */
      refused(input: SavedText, { code, message, data }: FailedOutcome) {
        const { doc_id, text } = input
        const kept = keptText(doc_id)
        if (!get().writings[doc_id] && kept)
          set(({ writings }) => {
            const sending = { id: '', text }
            writings[doc_id] = { ...nothingYet, doc_id, ...kept, sending, isAutosaved: true, isInPlace: true }
          })
        if (get().writings[doc_id]?.sending?.text !== text) return
        change(doc_id, { sending: null })
        const stale = code === 'document.stale' ? StaleContent.safeParse(data) : null
        if (stale?.success) return meet(input, stale.data.current)
        change(doc_id, { state: 'failed', failure: { code, message } })
        keep(doc_id)
      },

      /** Shows how far the saves are. */
      follow() {
        for (const { doc_id, sending, state } of Object.values(get().writings)) {
          const waiting = onItsWay(doc_id)
          if (waiting && (sending === null || sending.id === waiting.id)) {
            const { data } = SavedText.safeParse(waiting.input)
            if (data) change(doc_id, { sending: { id: waiting.id, text: data.text }, ...progressOf(waiting) })
          } else if (sending !== null && mutationQueue().find(sending.id) === undefined) {
            // Another tab sent it. If the server has it, the next save finds its own text there.
            change(doc_id, { sending: null, ...(state === 'saving' && { state: 'idle' }) })
            saveLater(doc_id)
          }
        }
      },
    }

    /**
     * Gives the newest text to the queue, once; returns the id of a save that was waiting there. One that the server may
     * have stays as it is, and what is newer follows it.
     */
    async function enqueue(doc_id: number, merges = 0): Promise<string | undefined> {
      stopTimer(doc_id)
      const queue = mutationQueue()
      await queue.loaded
      const writing = get().writings[doc_id]
      if (!writing || writing.conflict || excessOf(writing) > 0) return undefined
      const waiting = onItsWay(doc_id)
      if (!isUnsaved(writing)) {
        if (waiting?.tried_at === null) takeBack(doc_id)
        return undefined
      }
      const { base, text } = writing
      const input: SavedText = { doc_id, base: { ...base }, text, merges }
      if (waiting) {
        if (waiting.tried_at === null) await queue.change(waiting.id, input)
        return waiting.id
      }
      change(doc_id, { state: 'saving', failure: null, isToMend: false })
      const id = queue.send(textMutation, input)
      change(doc_id, { sending: { id, text } })
      keep(doc_id)
      return undefined
    }

    /** Resolves when a text is no longer on its way: whether nothing is left unsaved. */
    function whenEnded(doc_id: number): Promise<boolean> {
      return new Promise(resolve => {
        const look = () => {
          const writing = get().writings[doc_id]
          if (writing?.state === 'saving') return
          unsubscribe()
          resolve(writing !== undefined && !isUnsaved(writing))
        }
        const unsubscribe = useWriting.subscribe(look)
        look()
      })
    }

    /** Removes the save of a document from the queue, unless it is being sent. */
    function takeBack(doc_id: number): void {
      const waiting = onItsWay(doc_id)
      if (waiting) void mutationQueue().discard(waiting.id)
    }

    /** Keeps what was written since a text that an earlier page sent; it is saved when the document is opened. */
    function savedUnseen({ doc_id, text }: SavedText, { content, version }: Info): void {
      const kept = keptText(doc_id)
      if (!kept) return
      if (kept.text === text) keepText(doc_id, null)
      else if (content === text) keepText(doc_id, { ...kept, base: { content, version } })
    }

    function resolvedTo({ content, version }: Theirs): Partial<Writing> {
      return { base: { content, version }, conflict: null, newerBy: null }
    }

    async function resolve(doc_id: number, choose: (writing: Writing) => { text: string }): Promise<void> {
      const writing = get().writings[doc_id]
      if (!writing?.conflict) return
      change(doc_id, { ...resolvedTo(writing.conflict), ...choose(writing) })
      keep(doc_id)
      await useWriting.getState().save(doc_id)
    }

    /** Takes a newer version as the base, and saves the merged text. */
    function meet({ doc_id, text: sent, merges }: SavedText, theirs: Theirs): void {
      const writing = get().writings[doc_id]
      if (!writing) return
      // The newer text may be an earlier save of our own whose answer was lost.
      if (theirs.content === sent) change(doc_id, resolvedTo(theirs))
      else {
        const { text, conflicts } = joined(writing, theirs)
        if (conflicts > 0) change(doc_id, { conflict: theirs, newerBy: null, isInPlace: false })
        else change(doc_id, { ...resolvedTo(theirs), text, mergedBy: nameOf(theirs.updatedby) })
      }
      keep(doc_id)
      const after = get().writings[doc_id] ?? writing
      if (!after.conflict && isUnsaved(after) && merges < maxMerges) {
        // The mutation that was just answered is still in the queue.
        queueMicrotask(() => void enqueue(doc_id, merges + 1))
        return
      }
      change(doc_id, { state: 'idle' })
      if (after.conflict) return
      if (isUnsaved(after)) saveLater(doc_id)
      else if (after.isInPlace) useWriting.getState().stop(doc_id)
    }
  },
  { scope: 'organisation' },
)

const nothingYet = {
  ...({ state: 'idle', failure: null, sending: null, conflict: null } as const),
  ...{ newerBy: null, mergedBy: null, isToMend: false },
}

/** Sends texts that earlier pages left, and shows how far they are. */
export function followTexts(): void {
  mutationQueue().register(textMutation)
  useMutations.subscribe(() => useWriting.getState().follow())
  void mutationQueue().open()
}
