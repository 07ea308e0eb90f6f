import { z } from 'zod'
import type { Language } from '#shared/contract/common'
import { correctLog, type LogRevision, StaleLog } from '#shared/contract/logs/corrections'
import { log as limits } from '#shared/contract/logs/limits'
import type { Log } from '#shared/contract/logs/log'
import { logTitle } from '#shared/rules/log-title'
import { mergeTexts } from '#shared/rules/merge-texts'
import { call, type Outcome } from '../../../platform/api'
import { browserClock, type Clock } from '../../../platform/clock'
import { clearDraft, readDraft, writeDraft } from '../../../platform/drafts'
import { RetryTimer } from '../../../platform/retry-timer'
import { useSession } from '../../../platform/session'
import { createSlice } from '../../../platform/store'
import { type Failure, useTimelines } from '../timelines'

export const correctionPrefix = 'log.correction.'
export const keyOf = (log_id: number) => correctionPrefix + log_id

/** An empty title means that the title is derived from the content. */
const Texts = z.object({ title: z.string(), content: z.string() })
type Texts = z.infer<typeof Texts>

/** `isSent`: the person saved it, and no answer has come yet. `isTick`: a task was ticked in the reading view. */
const Kept = Texts.extend({
  base: Texts.extend({ revision: z.int() }),
  isSent: z.boolean(),
  isTick: z.boolean().default(false),
})

/** A correction of one's own log that the server does not have yet. */
export interface Correction extends z.infer<typeof Kept> {
  doc_id: number
  log_id: number
  /** `kept`: an earlier page left it behind. `waiting`: it is sent when there is a network again. */
  stage: 'kept' | 'writing' | 'saving' | 'waiting'
  failure: Failure | null
  /** The text of the log after it was corrected elsewhere; the person has to choose. */
  conflict: LogRevision | null
}

/** Only the text of a log can be corrected. A derived title is derived again. */
function textsOf({ title, content, frame_ids, file_ids }: Log, language: Language): Texts {
  const isMade = title === logTitle({ content, pictures: frame_ids.length, files: file_ids.length }, language)
  return { title: isMade ? '' : title, content }
}

export const isChanged = ({ title, content, base }: Correction): boolean =>
  title.trim() !== base.title || content !== base.content

/** Whether a log already has the text that a correction would give it. */
const isSaid = ({ title, content }: Texts, log: Texts): boolean =>
  log.content === content && (title.trim() || log.title) === log.title

type Refused = Outcome<unknown> & { ok: false }

export const excessOf = ({ content }: Texts): number => Math.max(0, content.length - limits.contentLength)

/** Returns the log as it will read with the correction. */
export function corrected(log: Log, { title, content }: Texts, language: Language): Log {
  const { frame_ids, file_ids } = log
  const made = () => logTitle({ content, pictures: frame_ids.length, files: file_ids.length }, language)
  return { ...log, content, title: title.trim() || made() }
}

let clock: Clock = browserClock
const retries = new Map<number, RetryTimer>()

/** Replaces the clock in tests. */
export function setCorrectionClock(other: Clock): void {
  clock = other
}

function retryOf(log_id: number): RetryTimer {
  const retry =
    retries.get(log_id) ??
    new RetryTimer(clock, () => {
      const { open, save } = useCorrections.getState()
      if (open[log_id]?.stage === 'waiting') void save(log_id)
    })
  retries.set(log_id, retry)
  return retry
}

function endRetries(log_id: number): void {
  retries.get(log_id)?.reset()
  retries.delete(log_id)
}

/** The corrections that are being written on this device, by log. They survive reloads and crashes. */
export const useCorrections = createSlice(
  'corrections',
  { open: {} as Record<number, Correction> },
  (set, get, writer) => {
    const change = (log_id: number, now: Partial<Correction>, write = set) =>
      write(({ open }) => {
        if (open[log_id]) Object.assign(open[log_id], now)
      })
    const keep = (log_id: number) => {
      const correction = get().open[log_id]
      if (!correction) return
      const { title, content, base, isSent, isTick } = correction
      if (isChanged(correction)) writeDraft(keyOf(log_id), { title, content, base, isSent, isTick })
      else clearDraft(keyOf(log_id))
    }

    return {
      /** Loads what an earlier page left behind. What was saved without an answer is sent again. */
      recall(log: Log) {
        const { id, doc_id } = log
        if (get().open[id]) return
        const kept = Kept.safeParse(readDraft(keyOf(id)))
        if (!kept.success) return
        if (isSaid(kept.data, log)) {
          clearDraft(keyOf(id))
          return
        }
        const { isSent } = kept.data
        const stage = isSent ? 'waiting' : 'kept'
        set(({ open }) => {
          open[id] = { ...kept.data, doc_id, log_id: id, stage, failure: null, conflict: null }
        })
        if (isSent) void useCorrections.getState().save(id)
      },

      /** Starts or continues correcting a log. */
      begin(log: Log, language: Language) {
        const { id, doc_id, revision } = log
        useCorrections.getState().recall(log)
        set(({ open }) => {
          if (open[id]) Object.assign(open[id], { stage: 'writing', isSent: false, isTick: false })
          else {
            const texts = textsOf(log, language)
            const base = { ...texts, revision }
            const nothing = { isSent: false, isTick: false, failure: null, conflict: null }
            open[id] = { ...texts, ...nothing, base, doc_id, log_id: id, stage: 'writing' }
          }
        })
        keep(id)
      },

      /** Saves a task ticked in the reading view at once, after any save that is already running. */
      tick(log: Log, content: string, language: Language) {
        const isNew = get().open[log.id] === undefined
        if (isNew) useCorrections.getState().begin(log, language)
        change(log.id, isNew ? { content, isTick: true } : { content })
        keep(log.id)
        void useCorrections.getState().save(log.id)
      },

      write(log_id: number, texts: Partial<Texts>) {
        change(log_id, { ...texts, failure: null })
        keep(log_id)
      },

      /** Ends a correction without saving; its text is lost. */
      discard(log_id: number) {
        clearDraft(keyOf(log_id))
        endRetries(log_id)
        set(({ open }) => {
          delete open[log_id]
        })
      },

      /** Saves a correction. It shows at once, and reopens for editing when it is refused. */
      async save(log_id: number): Promise<void> {
        const correction = get().open[log_id]
        if (!correction || correction.stage === 'saving' || correction.conflict) return
        if (!isChanged(correction)) return useCorrections.getState().discard(log_id)
        const { doc_id, content, base } = correction
        const title = correction.title.trim()
        const before = useSession.getState()
        const write = writer()
        change(log_id, { stage: 'saving', failure: null, isSent: true })
        keep(log_id)
        const outcome = await call(correctLog, { doc_id, log_id, title, content, revision: base.revision })
        const now = useSession.getState()
        // Another workspace or person is active now. The correction stays stored for its author.
        if (now.organizationId !== before.organizationId || now.userId !== before.userId) return
        if (!outcome.ok) {
          refused(correction, outcome, write)
          keep(log_id)
          return
        }
        endRetries(log_id)
        useTimelines.getState().correct(outcome.data)
        const after = get().open[log_id]
        if (!after || (after.title.trim() === title && after.content === content)) {
          useCorrections.getState().discard(log_id)
          return
        }
        // The text was edited during the save; the newer changes follow.
        const isEnded = after.stage === 'saving'
        const { data } = outcome
        change(log_id, { base: { title: title && data.title, content: data.content, revision: data.revision } }, write)
        change(log_id, { isSent: isEnded, ...(isEnded && { stage: 'waiting' }) }, write)
        keep(log_id)
        if (isEnded) await useCorrections.getState().save(log_id)
      },

      /** Saves one's own text over the one from elsewhere, which stays in the history. */
      async keepMine(log_id: number): Promise<void> {
        settle(log_id, correction => correction)
        await useCorrections.getState().save(log_id)
      },

      /** Leaves the log as it was corrected elsewhere. */
      takeTheirs(log_id: number) {
        useCorrections.getState().discard(log_id)
      },

      /** Puts both texts into the editor where they differ, so that the person can merge them. */
      join(log_id: number) {
        settle(log_id, ({ title, content, base }, theirs) => ({
          title: title === base.title ? theirs.title : title,
          content: mergeTexts(base.content, content, theirs.content).text,
        }))
      },

      /** Restores the stored copy after another tab cleared it while this tab is still writing. */
      keepAgain: keep,

      /** Sends waiting corrections when the network is back. */
      reconnect() {
        for (const retry of retries.values()) retry.reconnect()
      },
    }

    function refused(correction: Correction, outcome: Refused, write: typeof set): void {
      const { code, message, data } = outcome
      const { log_id, doc_id } = correction
      const stale = code === 'log.stale' ? StaleLog.safeParse(data) : null
      if (!stale?.success) {
        const isLater = retryOf(log_id).failed(outcome)
        const stage = isLater ? 'waiting' : 'writing'
        change(log_id, { stage, isSent: isLater, failure: { code, message } }, write)
        return
      }
      const { current } = stale.data
      useTimelines.getState().correct({ ...current, id: log_id, doc_id, corrected_at: current.written_at })
      // Includes tasks that were ticked in the meantime.
      const now = get().open[log_id] ?? correction
      // An earlier call with the same text had arrived, but its answer was lost.
      if (isSaid(now, current)) {
        useCorrections.getState().discard(log_id)
        return
      }
      change(log_id, { stage: 'writing', conflict: current, isSent: false }, write)
      const { text, conflicts } = mergeTexts(now.base.content, now.content, current.content)
      if (!now.isTick || conflicts > 0) return
      settle(log_id, ({ title, base }, theirs) => ({
        title: title === base.title ? theirs.title : title,
        content: text,
      }))
      void useCorrections.getState().save(log_id)
    }

    function settle(log_id: number, choose: (correction: Correction, theirs: LogRevision) => Texts): void {
      const correction = get().open[log_id]
      const theirs = correction?.conflict
      if (!correction || !theirs) return
      const { title, content } = choose(correction, theirs)
      const base = { title: theirs.title, content: theirs.content, revision: theirs.revision }
      change(log_id, { title, content, base, conflict: null })
      keep(log_id)
    }
  },
  { scope: 'organisation' },
)
