import { z } from 'zod'
import type { Language } from '#shared/contract/common'
import { type CorrectedLog, correctLog, type LogRevision, StaleLog } from '#shared/contract/logs/corrections'
import { log as limits } from '#shared/contract/logs/limits'
import type { Log } from '#shared/contract/logs/log'
import { withoutLinkNames } from '#shared/page/references'
import { logTitle } from '#shared/rules/log-title'
import { mergeTexts } from '#shared/rules/merge-texts'
import { call, type Outcome } from '../../../platform/api'
import { clearDraft, readDraft, writeDraft } from '../../../platform/drafts'
import type { Failure } from '../../../platform/failure'
import type { Mutation, MutationKind } from '../../../platform/mutation-queue/mutation'
import { mutationQueue, useMutations } from '../../../platform/mutation-queue/store'
import { createSlice } from '../../../platform/store'
import { withKnownNames } from '../../../platform/titles'
import { putBack } from '../../undo/store'
import { useTimelines } from '../store'

export const correctionPrefix = 'log.correction.'
export const keyOf = (log_id: number) => correctionPrefix + log_id

/** An empty title means that the title is derived from the content. */
const Texts = z.object({ title: z.string(), content: z.string() })
type Texts = z.infer<typeof Texts>

/** `isSent`: the person saved it, and no answer has come yet. `isTick`: a task was ticked in the reading view. */
const Kept = Texts.extend({
  base: Texts.extend({ revision: z.int() }),
  isSent: z.boolean().default(true),
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
  return { title: isMade ? '' : title, content: withKnownNames(content) }
}

/** Whether two texts say the same, whatever names the links of one of them have. */
const isSame = (one: string, other: string) => withoutLinkNames(one) === withoutLinkNames(other)

export const isChanged = ({ title, content, base }: Correction): boolean =>
  title.trim() !== base.title || content !== base.content

/** Whether a log already has the text that a correction would give it. */
const isSaid = ({ title, content }: Texts, log: Texts): boolean =>
  isSame(log.content, content) && (title.trim() || log.title) === log.title

/** What is sent of a correction. */
function inputOf({ doc_id, log_id, title, content, base, isTick }: Correction): CorrectionInput {
  return { doc_id, log_id, title: title.trim(), content, base: { ...base }, isTick }
}

type FailedOutcome = Outcome<unknown> & { ok: false }

export const excessOf = ({ content }: Texts): number => Math.max(0, content.length - limits.contentLength)

/** Returns the log as it will read with the correction. */
export function corrected(log: Log, { title, content }: Texts, language: Language): Log {
  const { frame_ids, file_ids } = log
  const made = () => logTitle({ content, pictures: frame_ids.length, files: file_ids.length }, language)
  return { ...log, content, title: title.trim() || made() }
}

const CorrectionInput = Kept.omit({ isSent: true }).extend({ doc_id: z.int(), log_id: z.int() })
type CorrectionInput = z.infer<typeof CorrectionInput>

const laneOf = (log_id: number) => `correction.${log_id}`

export const correctionMutation: MutationKind<CorrectionInput, CorrectedLog> = {
  name: 'log.correct',
  input: CorrectionInput,
  lane: ({ log_id }) => laneOf(log_id),
  // A second one finds its own words there.
  isRepeatable: true,
  send: ({ doc_id, log_id, title, content, base }, key) =>
    call(correctLog, { doc_id, log_id, title, content, revision: base.revision }, { idempotencyKey: key }),
  settle: (log, input) => useCorrections.getState().saved(input, log),
  refuse: (input, outcome) => useCorrections.getState().refused(input, outcome),
}

/** The correction of a log that is on its way. */
const onItsWay = (log_id: number): Mutation | undefined =>
  useMutations
    .getState()
    .mutations.find(({ kind, lane }) => kind === correctionMutation.name && lane === laneOf(log_id))

const stageOf = ({ state }: Mutation) => (state === 'sending' ? ('saving' as const) : ('waiting' as const))

/** The corrections that are being written on this device, by log. They survive reloads and crashes. */
export const useCorrections = createSlice(
  'corrections',
  { open: {} as Record<number, Correction> },
  (set, get) => {
    const change = (log_id: number, now: Partial<Correction>) =>
      set(({ open }) => {
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
        const waiting = onItsWay(id)
        const kept = Kept.safeParse(readDraft(keyOf(id)) ?? waiting?.input)
        if (!kept.success) return
        if (isSaid(kept.data, log)) {
          clearDraft(keyOf(id))
          return
        }
        const { isSent } = kept.data
        const stage = waiting ? stageOf(waiting) : isSent ? 'waiting' : 'kept'
        set(({ open }) => {
          open[id] = { ...kept.data, doc_id, log_id: id, stage, failure: waiting?.failure ?? null, conflict: null }
        })
        if (isSent && !waiting) void mutationQueue().loaded.then(() => useCorrections.getState().save(id))
      },

      /** Starts or continues correcting a log. */
      begin(log: Log, language: Language) {
        const { id, doc_id, revision } = log
        useCorrections.getState().recall(log)
        takeBack(id)
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
        takeBack(log_id)
        set(({ open }) => {
          delete open[log_id]
        })
      },

      /** Discards a correction, and returns the function that puts it back as it was. */
      setAside(log_id: number): () => void {
        const correction = get().open[log_id]
        const waiting = onItsWay(log_id)
        useCorrections.getState().discard(log_id)
        return () => {
          // The person may have begun another one meanwhile.
          if (!correction || get().open[log_id]) return
          set(({ open }) => {
            open[log_id] = correction
          })
          keep(log_id)
          if (waiting) putBack(waiting)
        }
      },

      /** Saves a correction. It shows at once, and reopens for editing when it is refused. */
      async save(log_id: number): Promise<void> {
        const correction = get().open[log_id]
        if (!correction || correction.conflict) return
        const waiting = onItsWay(log_id)
        if (waiting) {
          // One that the server may have stays as it is; what is newer follows it.
          if (waiting.tried_at === null) await mutationQueue().change(waiting.id, inputOf(correction))
          return mutationQueue().retry(waiting.id)
        }
        if (!isChanged(correction)) return useCorrections.getState().discard(log_id)
        change(log_id, { stage: 'saving', failure: null, isSent: true })
        keep(log_id)
        mutationQueue().send(correctionMutation, inputOf(correction))
      },

      /** The server has a correction. */
      saved({ log_id, doc_id, title, content }: CorrectionInput, saved: CorrectedLog) {
        useTimelines.getState().correct({ ...saved, doc_id, content: withoutLinkNames(content) })
        const base = { title: title && saved.title, content, revision: saved.revision }
        const after = get().open[log_id]
        const newest = after ?? Kept.safeParse(readDraft(keyOf(log_id))).data
        if (!newest || (newest.title.trim() === title && isSame(newest.content, content))) {
          useCorrections.getState().discard(log_id)
          return
        }
        // The text was edited during the save; the newer changes follow, once the log is shown.
        if (!after) {
          writeDraft(keyOf(log_id), { ...newest, base })
          return
        }
        const isEnded = after.stage === 'saving'
        change(log_id, { base })
        change(log_id, { isSent: isEnded, ...(isEnded && { stage: 'waiting' }) })
        keep(log_id)
        if (isEnded) saveNext(log_id)
      },

      /** The server refused a correction: it opens again for the person. */
      refused(input: CorrectionInput, outcome: FailedOutcome) {
        const { log_id } = input
        if (!get().open[log_id])
          set(({ open }) => {
            open[log_id] = { ...input, isSent: true, stage: 'saving', failure: null, conflict: null }
          })
        reopen(log_id, outcome)
        keep(log_id)
      },

      /** Shows how far a correction on its way is. */
      follow() {
        for (const { log_id, stage, failure } of Object.values(get().open)) {
          const waiting = onItsWay(log_id)
          if (!waiting || (stage !== 'saving' && stage !== 'waiting')) continue
          const now = { stage: stageOf(waiting), failure: waiting.failure }
          if (now.stage !== stage || now.failure?.code !== failure?.code) change(log_id, now)
        }
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
    }

    /** Removes a correction from the queue, unless it is being sent. */
    function takeBack(log_id: number): void {
      const waiting = onItsWay(log_id)
      if (waiting) void mutationQueue().discard(waiting.id)
    }

    /** Saves after the correction that was just answered has left the queue. */
    function saveNext(log_id: number): void {
      queueMicrotask(() => void useCorrections.getState().save(log_id))
    }

    function reopen(log_id: number, { code, message, data }: FailedOutcome): void {
      const now = get().open[log_id]
      if (!now) return
      const { doc_id } = now
      const stale = code === 'log.stale' ? StaleLog.safeParse(data) : null
      if (!stale?.success) {
        change(log_id, { stage: 'writing', isSent: false, failure: { code, message } })
        return
      }
      const { current } = stale.data
      useTimelines.getState().correct({ ...current, id: log_id, doc_id, corrected_at: current.written_at })
      // An earlier call with the same text had arrived, but its answer was lost.
      if (isSaid(now, current)) {
        useCorrections.getState().discard(log_id)
        return
      }
      change(log_id, { stage: 'writing', conflict: current, isSent: false })
      const { text, conflicts } = mergeTexts(now.base.content, now.content, current.content)
      if (!now.isTick || conflicts > 0) return
      settle(log_id, ({ title, base }, theirs) => ({
        title: title === base.title ? theirs.title : title,
        content: text,
      }))
      saveNext(log_id)
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
