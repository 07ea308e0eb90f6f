import type { Person } from '#shared/contract/common'
import { document as limits } from '#shared/contract/documents/limits'
import { replaceContent } from '#shared/contract/documents/versions'
import { mergeTexts } from '#shared/rules/merge-texts'
import { mayBeDone } from '#shared/rules/retry'
import { call } from '../../../platform/api'
import { browserClock, type Clock } from '../../../platform/clock'
import type { Failure } from '../../../platform/failure'
import { randomText } from '../../../platform/random'
import { RetryTimer } from '../../../platform/retry-timer'
import { createSlice } from '../../../platform/store'
import { type Info, useDocuments } from '../store'
import { type Base, keepAside, keepText, keptAside, keptText, type Sent } from './kept'
import { type Theirs, theirsOf } from './theirs'

/** Milliseconds between the last change and the automatic save. */
export const saveAfter = 2_000
/** How often one save may meet a newer version and merge with it before the next save takes over. */
const maxMerges = 5
/** How many saves without an answer are remembered. */
const maxSent = 3

/** The text of a document while it is being edited. */
export interface Writing {
  doc_id: number
  base: Base
  text: string
  state: 'idle' | 'saving' | 'failed'
  failure: Failure | null
  sent: Sent[]
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

let clock: Clock = browserClock
const timers = new Map<number, () => void>()
const retries = new Map<number, RetryTimer>()
/** The saves that are under way. */
const saving = new Map<number, Promise<boolean>>()
/** How an open editor spells a text; differences in spelling alone are not changes. */
const spellings = new Map<number, (text: string) => string>()

/** Replaces the clock in tests. */
export function setWritingClock(other: Clock): void {
  clock = other
}

function retryOf(doc_id: number): RetryTimer {
  const retry =
    retries.get(doc_id) ??
    new RetryTimer(clock, () => {
      const { writings, save } = useWriting.getState()
      if (writings[doc_id]?.failure) void save(doc_id)
    })
  retries.set(doc_id, retry)
  return retry
}

function endRetries(doc_id: number): void {
  retries.get(doc_id)?.reset()
  retries.delete(doc_id)
}

export const isUnsaved = ({ text, base }: Writing): boolean => text !== base.content
/** How many characters the text is over the limit; 0 when it can be saved. */
export const excessOf = ({ text }: Writing): number => Math.max(0, text.length - limits.contentLength)

const nameOf = (person: Person | null) => person?.user_displayname ?? ''

/** The texts that are being edited on this device. Unsaved changes survive reloads and crashes. */
export const useWriting = createSlice(
  'writing',
  { writings: {}, aside: {} } as State,
  (set, get, writer) => {
    const change = (doc_id: number, now: Partial<Writing>, write = set) =>
      write(({ writings }) => {
        if (writings[doc_id]) Object.assign(writings[doc_id], now)
      })
    const keep = (doc_id: number) => {
      const writing = get().writings[doc_id]
      if (!writing) return
      const { base, text, sent, isInPlace } = writing
      keepText(doc_id, isUnsaved(writing) ? { base, text, sent, isInPlace } : null)
    }
    const stopTimer = (doc_id: number) => {
      timers.get(doc_id)?.()
      timers.delete(doc_id)
    }
    const saveLater = (doc_id: number) => {
      stopTimer(doc_id)
      // After a temporary failure, the retry saves the latest text.
      if (!get().writings[doc_id]?.isAutosaved || retries.get(doc_id)?.isResting) return
      timers.set(
        doc_id,
        clock.after(saveAfter, () => void useWriting.getState().save(doc_id)),
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
        set(({ writings }) => {
          writings[doc_id] = {
            doc_id,
            base: kept?.base ?? { content, version },
            text: kept?.text ?? content,
            state: 'idle',
            failure: null,
            sent: kept?.sent ?? [],
            conflict: null,
            newerBy: kept && kept.base.version < version ? nameOf(updatedby) : null,
            mergedBy: null,
            isToMend: false,
            isAutosaved: document_type === 'document',
            isInPlace: kept?.isInPlace ?? false,
          }
        })
        if (kept) saveLater(doc_id)
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

      /** Registers how the open editor spells a text; null when it closes. */
      spell(doc_id: number, spelling: ((text: string) => string) | null) {
        if (spelling) spellings.set(doc_id, spelling)
        else spellings.delete(doc_id)
      },

      /**
       * Receives a newer version of the document. It is taken if nothing is unsaved here; otherwise it waits to be
       * merged.
       */
      news({ doc_id, content, version, updatedby }: Info) {
        const writing = get().writings[doc_id]
        if (!writing || version <= writing.base.version || writing.state === 'saving') return
        if (isUnsaved(writing)) change(doc_id, { newerBy: nameOf(updatedby) })
        else change(doc_id, { base: { content, version }, text: content, mergedBy: null })
      },

      /** Saves the text; returns whether nothing is left unsaved. Each document has at most one save running. */
      async save(doc_id: number): Promise<boolean> {
        stopTimer(doc_id)
        const begun = get().writings[doc_id]
        if (!begun || begun.state === 'saving' || begun.conflict) return false
        if (!isUnsaved(begun)) return true
        if (excessOf(begun) > 0) return false
        const write = writer()
        change(doc_id, { state: 'saving', failure: null, isToMend: false })
        const save = sendAll(doc_id, write).finally(() => saving.delete(doc_id))
        saving.set(doc_id, save)
        return save
      },

      /** Saves, and stops editing if that succeeded. A text that could not be saved stays open. */
      async finish(doc_id: number): Promise<boolean> {
        const underWay = saving.get(doc_id)
        if (underWay !== undefined) await underWay
        const isSaved = await useWriting.getState().save(doc_id)
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
        endRetries(doc_id)
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

      /** Retries saves that failed for lack of a network. */
      reconnect() {
        for (const retry of retries.values()) retry.reconnect()
      },
    }

    /** Sends the text until it is merged with what others saved; returns whether nothing is left unsaved. */
    async function sendAll(doc_id: number, write: typeof set): Promise<boolean> {
      for (let round = 0; round <= maxMerges; round += 1) if (!(await sendOnce(doc_id, write))) break
      change(doc_id, { state: get().writings[doc_id]?.failure ? 'failed' : 'idle' }, write)
      keep(doc_id)
      return settle(doc_id)
    }

    /** Completes a save; returns whether nothing is left unsaved. */
    function settle(doc_id: number): boolean {
      const after = get().writings[doc_id]
      if (!after) return false
      if (!isUnsaved(after)) {
        if (after.isInPlace) useWriting.getState().stop(doc_id)
        return true
      }
      if (!after.failure && !after.conflict) saveLater(doc_id)
      return false
    }

    function resolvedTo({ content, version }: Theirs): Partial<Writing> {
      return { base: { content, version }, conflict: null, newerBy: null, sent: [] }
    }

    async function resolve(doc_id: number, choose: (writing: Writing) => { text: string }): Promise<void> {
      const writing = get().writings[doc_id]
      if (!writing?.conflict) return
      change(doc_id, { ...resolvedTo(writing.conflict), ...choose(writing) })
      keep(doc_id)
      await useWriting.getState().save(doc_id)
    }

    /** Sends the current text. Returns whether it was merged with another version and has to be sent again. */
    async function sendOnce(doc_id: number, write: typeof set): Promise<boolean> {
      const writing = get().writings[doc_id]
      if (!writing) return false
      const { text, base, sent } = writing
      const again = sent.find(former => former.text === text && former.version === base.version)
      const sending: Sent = again ?? { key: randomText(), text, version: base.version }
      if (!again) change(doc_id, { sent: [...sent, sending].slice(-maxSent) }, write)
      keep(doc_id)
      const outcome = await call(
        replaceContent,
        { doc_id, content: text, version: base.version },
        { idempotencyKey: sending.key },
      )
      if (outcome.ok) {
        endRetries(doc_id)
        useDocuments.getState().read(outcome.data)
        const { content, version } = outcome.data
        const isEdited = get().writings[doc_id]?.text !== text
        // The answer to a save that arrived before may hold what others saved since.
        if (isEdited && content !== text) {
          change(doc_id, { base: { content: text, version } }, write)
          return meet(doc_id, outcome.data, false, write)
        }
        change(doc_id, { base: { content, version }, sent: [], newerBy: null }, write)
        if (!isEdited) change(doc_id, { text: content }, write)
        return false
      }
      if (outcome.code !== 'document.stale') {
        // An error answer proves that the save did not arrive; a missing answer does not.
        retryOf(doc_id).failed(outcome)
        change(doc_id, { failure: failureOf(outcome), ...(!mayBeDone(outcome) && { sent }) }, write)
        return false
      }
      const theirs = await theirsOf(doc_id, outcome)
      if ('code' in theirs) {
        retryOf(doc_id).failed(theirs)
        change(doc_id, { failure: failureOf(theirs) }, write)
        return false
      }
      // The newer text may be an earlier save of our own whose answer was lost.
      const isOwn = sent.some(former => former.text === theirs.content)
      return meet(doc_id, theirs, isOwn, write)
    }

    /** Takes a newer version as the base. Returns whether the merged text has to be saved. */
    function meet(doc_id: number, theirs: Theirs, isOwn: boolean, write: typeof set): boolean {
      const writing = get().writings[doc_id]
      if (!writing) return false
      if (isOwn) {
        change(doc_id, resolvedTo(theirs), write)
        return isUnsaved({ ...writing, base: theirs })
      }
      const { text, conflicts } = joined(writing, theirs)
      if (conflicts > 0) {
        change(doc_id, { conflict: theirs, newerBy: null, sent: [], isInPlace: false }, write)
        return false
      }
      change(doc_id, { ...resolvedTo(theirs), text, mergedBy: nameOf(theirs.updatedby) }, write)
      return text !== theirs.content
    }
  },
  { scope: 'organisation' },
)

/** Merges both texts. Ignores differences in an editor's spelling where that avoids conflicts. */
function joined({ doc_id, base, text }: Writing, theirs: Theirs) {
  const plain = mergeTexts(base.content, text, theirs.content)
  const spell = spellings.get(doc_id)
  if (plain.conflicts === 0 || !spell) return plain
  const spelled = mergeTexts(spell(base.content), text, spell(theirs.content))
  return spelled.conflicts < plain.conflicts ? spelled : plain
}

const failureOf = ({ code, message }: Failure): Failure => ({ code, message })

window.addEventListener('online', () => useWriting.getState().reconnect())
