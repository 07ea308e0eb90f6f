import { z } from 'zod'
import type { Language } from '#shared/contract/common'
import { correctLog, type LogRevision, StaleLog } from '#shared/contract/corrections'
import type { Log } from '#shared/contract/logbooks'
import { log as limits } from '#shared/limits'
import { logTitle } from '#shared/rules/log-title'
import { mergeTexts } from '#shared/rules/merge-texts'
import { call, type Outcome } from '../../../platform/api'
import { clearDraft, readDraft, writeDraft } from '../../../platform/drafts'
import { useSession } from '../../../platform/session'
import { createSlice } from '../../../platform/store'
import { isPassing } from '../outbox'
import { type Failure, useTimelines } from '../timelines'

export const correctionPrefix = 'log.correction.'
export const keyOf = (log_id: number) => correctionPrefix + log_id

/** An empty title is made from the words. */
const Texts = z.object({ title: z.string(), content: z.string() })
type Texts = z.infer<typeof Texts>

/** `isSent`: the person saved it, and no answer has come yet. `isTick`: a task was ticked where the log is read. */
const Kept = Texts.extend({
  base: Texts.extend({ revision: z.int() }),
  isSent: z.boolean(),
  isTick: z.boolean().default(false),
})

/** A correction of an own log that the server does not have yet. */
export interface Correction extends z.infer<typeof Kept> {
  doc_id: number
  log_id: number
  /** `kept`: an earlier page left it behind. `waiting`: it goes when there is a network again. */
  stage: 'kept' | 'writing' | 'saving' | 'waiting'
  failure: Failure | null
  /** What the log says since it was corrected elsewhere: the person chooses. */
  conflict: LogRevision | null
}

/** Nothing but its words can be corrected; a title that was made from them is made anew. */
function textsOf({ title, content, frame_ids, file_ids }: Log, language: Language): Texts {
  const isMade = title === logTitle({ content, pictures: frame_ids.length, files: file_ids.length }, language)
  return { title: isMade ? '' : title, content }
}

export const isChanged = ({ title, content, base }: Correction): boolean =>
  title.trim() !== base.title || content !== base.content

/** Whether a log says what a correction would make of it. */
const isSaid = ({ title, content }: Texts, log: Texts): boolean =>
  log.content === content && (title.trim() || log.title) === log.title

type Refused = Outcome<unknown> & { ok: false }

export const excessOf = ({ content }: Texts): number => Math.max(0, content.length - limits.contentLength)

/** The log as it will read. */
export function corrected(log: Log, { title, content }: Texts, language: Language): Log {
  const { frame_ids, file_ids } = log
  const made = () => logTitle({ content, pictures: frame_ids.length, files: file_ids.length }, language)
  return { ...log, content, title: title.trim() || made() }
}

/** The corrections that are being written on this device, by log. They outlive reload and crash. */
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
      /** Takes in what an earlier page left behind; what was saved already without an answer goes again. */
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

      /** Begins to correct a log, or goes on. */
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

      /** A task was ticked where the log is read: saved at once, behind what is being saved already. */
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

      /** Ends it without saving; its words are gone. */
      discard(log_id: number) {
        clearDraft(keyOf(log_id))
        set(({ open }) => {
          delete open[log_id]
        })
      },

      /** Saves it: it shows at once, and is put back to be written on when it is refused. */
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
        // Another workspace or person now: it stays kept with the one who wrote it.
        if (now.organizationId !== before.organizationId || now.userId !== before.userId) return
        if (!outcome.ok) {
          refused(correction, outcome, write)
          keep(log_id)
          return
        }
        useTimelines.getState().correct(outcome.data)
        const after = get().open[log_id]
        if (!after || (after.title.trim() === title && after.content === content)) {
          useCorrections.getState().discard(log_id)
          return
        }
        // Written on meanwhile: the rest follows.
        const isEnded = after.stage === 'saving'
        const { data } = outcome
        change(log_id, { base: { title: title && data.title, content: data.content, revision: data.revision } }, write)
        change(log_id, { isSent: isEnded, ...(isEnded && { stage: 'waiting' }) }, write)
        keep(log_id)
        if (isEnded) await useCorrections.getState().save(log_id)
      },

      /** Saves the own words over those from elsewhere, which stay in the history. */
      async keepMine(log_id: number): Promise<void> {
        settle(log_id, correction => correction)
        await useCorrections.getState().save(log_id)
      },

      /** Leaves the log as it was corrected elsewhere. */
      takeTheirs(log_id: number) {
        useCorrections.getState().discard(log_id)
      },

      /** Puts both into the editor where they differ, to be mended by hand. */
      join(log_id: number) {
        settle(log_id, ({ title, content, base }, theirs) => ({
          title: title === base.title ? theirs.title : title,
          content: mergeTexts(base.content, content, theirs.content).text,
        }))
      },

      /** Another tab has cleared what is kept while this one writes on. */
      keepAgain: keep,

      /** There is a network again. */
      reconnect() {
        for (const { log_id, stage } of Object.values(get().open))
          if (stage === 'waiting') void useCorrections.getState().save(log_id)
      },
    }

    function refused(correction: Correction, { code, message, data }: Refused, write: typeof set): void {
      const { log_id, doc_id } = correction
      const stale = code === 'log.stale' ? StaleLog.safeParse(data) : null
      if (!stale?.success) {
        const isLater = isPassing(code)
        const stage = isLater ? 'waiting' : 'writing'
        change(log_id, { stage, isSent: isLater, failure: { code, message } }, write)
        return
      }
      const { current } = stale.data
      useTimelines.getState().correct({ ...current, id: log_id, doc_id, corrected_at: current.written_at })
      // What was ticked meanwhile counts too.
      const now = get().open[log_id] ?? correction
      // An earlier call of the same words had arrived, but its answer did not.
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
