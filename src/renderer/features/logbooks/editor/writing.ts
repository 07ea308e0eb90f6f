import type { Person } from '#shared/contract/common'
import { fetchDocument } from '#shared/contract/logbooks'
import { replaceContent, StaleContent } from '#shared/contract/versions'
import { document as limits } from '#shared/limits'
import { mergeTexts } from '#shared/rules/merge-texts'
import { call, type Outcome } from '../../../platform/api'
import { browserClock, type Clock } from '../../../platform/clock'
import { randomText } from '../../../platform/random'
import { createSlice } from '../../../platform/store'
import { isPassing } from '../outbox'
import { type Info, useLogbooks } from '../store'
import type { Failure } from '../timelines'
import { type Base, keepAside, keepText, keptAside, keptText, type Sent } from './kept'

/** How long after the last change a text is saved by itself; milliseconds. */
export const saveAfter = 2_000
/** How often one save may meet a newer version and be merged with it, before it is left to the next. */
const mostMerges = 5
/** How many sends without an answer are remembered. */
const mostSent = 3

/** A newer version that was saved by somebody else while this one was written. */
export interface Theirs extends Base {
  updatedby: Person | null
  updatedat: string
}

/** A document's text while it is being written. */
export interface Writing {
  doc_id: number
  base: Base
  text: string
  state: 'idle' | 'saving' | 'failed'
  failure: Failure | null
  sent: Sent[]
  /** Both changed the same lines: nothing is saved until the person has chosen. */
  conflict: Theirs | null
  /** Who saved a newer version that is not merged yet, and who the last one was that was. Names; '' where it is unknown. */
  newerBy: string | null
  mergedBy: string | null
  /** Holds both texts where they differ, and is saved only when the person says so or goes on writing. */
  isToMend: boolean
  /** A page is saved while it is written; a summary, which stands in Mate's place for everybody, when the person says so. */
  isAutosaved: boolean
  /** A task was ticked where the page is read: it is saved without an editor. */
  isInPlace: boolean
}

interface State {
  writings: Record<number, Writing>
  /** Own texts that somebody else's was taken instead of. */
  aside: Record<number, string>
}

let clock: Clock = browserClock
const timers = new Map<number, () => void>()
/** How an editor writes the same text: what only it writes differently is no change. */
const spellings = new Map<number, (text: string) => string>()

/** Takes the time from this clock; for tests. */
export function setWritingClock(other: Clock): void {
  clock = other
}

export const isUnsaved = ({ text, base }: Writing): boolean => text !== base.content
/** How many characters there are too many; 0 when it can be saved. */
export const excessOf = ({ text }: Writing): number => Math.max(0, text.length - limits.contentLength)

const nameOf = (person: Person | null) => person?.user_displayname ?? ''

/** The texts that are being written on this device. What is unsaved outlives reload and crash. */
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
      if (!get().writings[doc_id]?.isAutosaved) return
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
      /** Begins to write, with what was left unsaved on this device. */
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

      /** A task was ticked where the page is read. Saved at once; what is ticked meanwhile follows. */
      tick(info: Info, text: string) {
        const { doc_id } = info
        if (!get().writings[doc_id]) {
          useWriting.getState().begin(info)
          change(doc_id, { isInPlace: true })
        }
        useWriting.getState().write(doc_id, text)
        void useWriting.getState().save(doc_id)
      },

      /** Reads what was set aside on this device. */
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

      /** Tells how the open editor spells a text; null when it is closed. */
      spell(doc_id: number, spelling: ((text: string) => string) | null) {
        if (spelling) spellings.set(doc_id, spelling)
        else spellings.delete(doc_id)
      },

      /** The document was read again. Without own changes the newer text is taken; otherwise it waits to be merged. */
      news({ doc_id, content, version, updatedby }: Info) {
        const writing = get().writings[doc_id]
        if (!writing || version <= writing.base.version || writing.state === 'saving') return
        if (isUnsaved(writing)) change(doc_id, { newerBy: nameOf(updatedby) })
        else change(doc_id, { base: { content, version }, text: content, mergedBy: null })
      },

      /** Saves what is there; answers whether nothing is left unsaved. Only one save of a document is under way at a time. */
      async save(doc_id: number): Promise<boolean> {
        stopTimer(doc_id)
        const begun = get().writings[doc_id]
        if (!begun || begun.state === 'saving' || begun.conflict) return false
        if (!isUnsaved(begun)) return true
        if (excessOf(begun) > 0) return false
        const write = writer()
        change(doc_id, { state: 'saving', failure: null, isToMend: false })
        for (let round = 0; round <= mostMerges; round += 1) {
          const goesOn = await sendOnce(doc_id, write)
          if (!goesOn) break
        }
        change(doc_id, { state: get().writings[doc_id]?.failure ? 'failed' : 'idle' }, write)
        keep(doc_id)
        return settle(doc_id)
      },

      /** Saves what is left and stops writing where nothing is; what could not be saved stays to be written on. */
      async finish(doc_id: number): Promise<boolean> {
        const isSaved = await useWriting.getState().save(doc_id)
        if (isSaved) useWriting.getState().stop(doc_id)
        return isSaved
      },

      /** The person goes elsewhere: what is saved while it is written is saved, anything else stays a draft on this device. */
      leave(doc_id: number) {
        const writing = get().writings[doc_id]
        if (!writing) return
        // What is under way settles by itself: it was sent because the person said so.
        if (writing.isAutosaved || writing.state === 'saving' || !isUnsaved(writing))
          void useWriting.getState().finish(doc_id)
        else
          set(({ writings }) => {
            delete writings[doc_id]
          })
      },

      /** Stops writing; what is unsaved is gone. */
      stop(doc_id: number) {
        stopTimer(doc_id)
        keepText(doc_id, null)
        set(({ writings }) => {
          delete writings[doc_id]
        })
      },

      /** Saves the own text over theirs, which stays in the history. */
      keepMine: (doc_id: number) => resolve(doc_id, writing => ({ text: writing.text })),

      /** Takes theirs; the own text is set aside. */
      takeTheirs(doc_id: number) {
        const writing = get().writings[doc_id]
        if (!writing?.conflict) return
        setAside(doc_id, writing.text)
        const { content } = writing.conflict
        void resolve(doc_id, () => ({ text: content }))
      },

      /** Puts both into the editor where they differ, to be mended by hand. */
      mendByHand(doc_id: number) {
        const writing = get().writings[doc_id]
        if (!writing?.conflict) return
        const { text } = joined(writing, writing.conflict)
        change(doc_id, { ...resolvedTo(writing.conflict), text, isToMend: true })
        keep(doc_id)
      },

      /** Writes on with the text that was set aside. */
      bringBack(info: Info) {
        const { doc_id } = info
        const text = get().aside[doc_id]
        if (text === undefined) return
        useWriting.getState().begin(info)
        useWriting.getState().write(doc_id, text)
        setAside(doc_id, null)
      },

      dropAside: (doc_id: number) => setAside(doc_id, null),

      /** There is a network again: what failed for want of one goes once more. */
      reconnect() {
        for (const { doc_id, failure } of Object.values(get().writings))
          if (failure && isPassing(failure.code)) void useWriting.getState().save(doc_id)
      },
    }

    /** A save has ended; answers whether nothing is left unsaved. */
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

    /** Sends the text as it is now; answers whether it met another version, was merged with it and has to go again. */
    async function sendOnce(doc_id: number, write: typeof set): Promise<boolean> {
      const writing = get().writings[doc_id]
      if (!writing) return false
      const { text, base, sent } = writing
      const again = sent.find(former => former.text === text && former.version === base.version)
      const sending: Sent = again ?? { key: randomText(), text, version: base.version }
      if (!again) change(doc_id, { sent: [...sent, sending].slice(-mostSent) }, write)
      keep(doc_id)
      const outcome = await call(
        replaceContent,
        { doc_id, content: text, version: base.version },
        { idempotencyKey: sending.key },
      )
      if (outcome.ok) {
        useLogbooks.getState().read(outcome.data)
        const { content, version } = outcome.data
        change(doc_id, { base: { content, version }, sent: [], newerBy: null }, write)
        // What the server made of it is what was sent, unless it was written on meanwhile.
        if (get().writings[doc_id]?.text === text) change(doc_id, { text: content }, write)
        return false
      }
      if (outcome.code !== 'document.stale') {
        // An answer says that it did not arrive; without one it may have.
        const isUnsure = isPassing(outcome.code) || outcome.status >= 500
        change(doc_id, { failure: failureOf(outcome), ...(!isUnsure && { sent }) }, write)
        return false
      }
      const theirs = await theirsOf(doc_id, outcome)
      if ('code' in theirs) {
        change(doc_id, { failure: theirs }, write)
        return false
      }
      // What has arrived earlier without our hearing of it is our own, and nobody else's.
      const isOwn = sent.some(former => former.text === theirs.content)
      return meet(doc_id, theirs, isOwn, write)
    }

    /** Takes a newer version as the base; answers whether both fit together. */
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

/** Mine and theirs in one. What only an editor spells differently does not count as a change, if that helps. */
function joined({ doc_id, base, text }: Writing, theirs: Theirs) {
  const plain = mergeTexts(base.content, text, theirs.content)
  const spell = spellings.get(doc_id)
  if (plain.conflicts === 0 || !spell) return plain
  const spelled = mergeTexts(spell(base.content), text, spell(theirs.content))
  return spelled.conflicts < plain.conflicts ? spelled : plain
}

const failureOf = ({ code, message }: Failure): Failure => ({ code, message })

/** What is there now: it comes with the error, or is asked for. */
async function theirsOf(doc_id: number, { data }: { data: unknown }): Promise<Theirs | Failure> {
  const stale = StaleContent.safeParse(data)
  if (stale.success) return stale.data.current
  const outcome: Outcome<Info> = await call(fetchDocument, { doc_id, ignoreLogs: true })
  if (!outcome.ok) return failureOf(outcome)
  const { content, version, updatedby, updatedat } = outcome.data
  return { content, version, updatedby, updatedat }
}

window.addEventListener('online', () => useWriting.getState().reconnect())
