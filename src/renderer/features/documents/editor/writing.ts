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
import type { Theirs } from './theirs'

/** A summary while it is being edited. It replaces Mate's text for everybody, so it is saved only when the person says so. */
export interface Writing {
  doc_id: number
  base: Base
  text: string
  /** `failed` texts may still be sent again by themselves. */
  state: 'idle' | 'saving' | 'failed'
  failure: Failure | null
  /** The text that is on its way to the server, with the id of its mutation. */
  sending: { id: string; text: string } | null
  /** Set when somebody else saved meanwhile. Nothing is saved until the person has chosen. */
  conflict: Theirs | null
  /** Who saved a newer version, or '' where unknown; null if nobody did. */
  newerBy: string | null
}

interface State {
  writings: Record<number, Writing>
  /** One's own texts that were set aside in favour of somebody else's. */
  aside: Record<number, string>
}

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
      const { base, text } = writing
      keepText(doc_id, isUnsaved(writing) ? { base, text } : null)
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
      begin({ doc_id, content, version, updatedby }: Info) {
        if (get().writings[doc_id]) return
        const kept = keptText(doc_id)
        const base = kept?.base ?? { content, version }
        set(({ writings }) => {
          writings[doc_id] = {
            ...{ doc_id, base, text: kept?.text ?? content, ...nothingYet },
            newerBy: kept && base.version < version ? nameOf(updatedby) : null,
          }
        })
        useWriting.getState().follow()
      },

      /** Loads the text that was set aside on this device. */
      recall(doc_id: number) {
        const text = keptAside(doc_id)
        if (text !== null) setAside(doc_id, text)
      },

      write(doc_id: number, text: string) {
        const before = get().writings[doc_id]
        if (!before || before.text === text) return
        change(doc_id, { text })
        keep(doc_id)
      },

      /** Receives a newer version of the document. It is taken if nothing is unsaved here. */
      news({ doc_id, content, version, updatedby }: Info) {
        const writing = get().writings[doc_id]
        if (!writing || version <= writing.base.version || writing.state === 'saving') return
        if (isUnsaved(writing) && writing.text !== content) return change(doc_id, { newerBy: nameOf(updatedby) })
        change(doc_id, { base: { content, version }, text: content })
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

      /** Handles that the person leaves: what is unsaved stays as a draft on this device. */
      leave(doc_id: number) {
        const writing = get().writings[doc_id]
        if (!writing) return
        // A running save completes by itself, because the person started it.
        if (writing.state === 'saving' || !isUnsaved(writing)) void useWriting.getState().finish(doc_id)
        else
          set(({ writings }) => {
            delete writings[doc_id]
          })
      },

      /** Stops editing and drops unsaved changes. */
      stop(doc_id: number) {
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
      },

      /** The server refused a text, because it is older than another or for good. */
      refused(input: SavedText, { code, message, data }: FailedOutcome) {
        const { doc_id, text } = input
        const kept = keptText(doc_id)
        if (!get().writings[doc_id] && kept)
          set(({ writings }) => {
            const sending = { id: '', text }
            writings[doc_id] = { ...nothingYet, doc_id, ...kept, sending }
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
          }
        }
      },
    }

    /**
     * Gives the newest text to the queue, once; returns the id of a save that was waiting there. One that the server may
     * have stays as it is, and what is newer follows it.
     */
    async function enqueue(doc_id: number): Promise<string | undefined> {
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
      const input: SavedText = { doc_id, base: { ...base }, text }
      if (waiting) {
        if (waiting.tried_at === null) await queue.change(waiting.id, input)
        return waiting.id
      }
      change(doc_id, { state: 'saving', failure: null })
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

    /** Somebody else saved meanwhile: both texts are shown, unless the newer one is an earlier save of this one. */
    function meet({ doc_id, text: sent }: SavedText, theirs: Theirs): void {
      if (!get().writings[doc_id]) return
      const isOwn = theirs.content === sent
      change(doc_id, { state: 'idle', ...(isOwn ? resolvedTo(theirs) : { conflict: theirs, newerBy: null }) })
      keep(doc_id)
    }
  },
  { scope: 'organisation' },
)

const nothingYet = { state: 'idle', failure: null, sending: null, conflict: null, newerBy: null } as const

/** Sends texts that earlier pages left, and shows how far they are. */
export function followTexts(): void {
  mutationQueue().register(textMutation)
  useMutations.subscribe(() => useWriting.getState().follow())
  void mutationQueue().open()
}
