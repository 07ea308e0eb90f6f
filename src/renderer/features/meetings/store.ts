import type { Input } from '#shared/contract/endpoint'
import type { DiarizationStatus } from '#shared/contract/meeting-events'
import {
  changeSegment,
  diarizationStatus,
  mergeSegments,
  mergeSpeakers,
  nameSpeaker,
  readTranscript,
  retryDiarization,
  splitSegment,
  type Transcript,
} from '#shared/contract/meetings'
import { call, type Outcome } from '../../platform/api'
import { createSlice } from '../../platform/store'

export interface Failure {
  code: string
  message: string
}

/** A recording that is looked at: how far it is, and what was said as far as it is known. */
interface Opened {
  status: DiarizationStatus | null
  transcript: Transcript | null
  /** When its files' addresses were told; milliseconds of the epoch. */
  told_at: number
  failure: Failure | null
}

/** A change of the version that is shown. */
type Of<T> = Omit<T, 'version'>

export const useTranscripts = createSlice(
  'transcripts',
  { opened: {} as Record<number, Opened> },
  (set, get, writer) => {
    const versionOf = (doc_id: number) => get().opened[doc_id]?.transcript?.version ?? 0

    /** Shows what a change led to. One that somebody else was faster than leads to theirs, and is told. */
    async function settle(doc_id: number, calling: Promise<Outcome<Transcript>>): Promise<Failure | null> {
      const write = writer()
      const outcome = await calling
      if (outcome.ok) {
        write(({ opened }) => {
          const one = opened[doc_id]
          if (one && isNewer(outcome.data, one.transcript)) Object.assign(one, told(outcome.data))
        })
        return null
      }
      if (outcome.code === 'transcript.stale') await read(doc_id)
      return { code: outcome.code, message: outcome.message }
    }

    async function read(doc_id: number): Promise<void> {
      const write = writer()
      const outcome = await call(readTranscript, { doc_id })
      write(({ opened }) => {
        const one = opened[doc_id]
        if (!one) return
        if (outcome.ok) Object.assign(one, told(outcome.data), { failure: null })
        // What was read before stays on the screen.
        else if (!one.transcript) one.failure = { code: outcome.code, message: outcome.message }
      })
    }

    return {
      /** Reads it, again where it was read before. */
      async open(doc_id: number): Promise<void> {
        const write = writer()
        set(({ opened }) => {
          opened[doc_id] ??= { status: null, transcript: null, told_at: 0, failure: null }
          opened[doc_id].failure = null
        })
        const [outcome] = await Promise.all([call(diarizationStatus, { doc_id }), read(doc_id)])
        write(({ opened }) => {
          const one = opened[doc_id]
          if (!one) return
          if (outcome.ok) one.status = outcome.data
          else if (!one.status) one.failure = { code: outcome.code, message: outcome.message }
        })
      },
      read,
      /** The server said how far it is. */
      async became(status: DiarizationStatus): Promise<void> {
        const { doc_id, stage } = status
        if (!get().opened[doc_id]) return
        set(({ opened }) => {
          const one = opened[doc_id]
          if (one) one.status = status
        })
        if (stage === 'done') await read(doc_id)
      },
      /** Somebody changed it. */
      async changed(doc_id: number, version: number): Promise<void> {
        const known = get().opened[doc_id]?.transcript
        if (known && known.version < version) await read(doc_id)
      },
      async retry(doc_id: number): Promise<Failure | null> {
        const write = writer()
        const outcome = await call(retryDiarization, { doc_id })
        if (!outcome.ok) return { code: outcome.code, message: outcome.message }
        write(({ opened }) => {
          const one = opened[doc_id]
          if (one) one.status = outcome.data
        })
        return null
      },
      name: (wish: Of<Input<typeof nameSpeaker>>) =>
        settle(wish.doc_id, call(nameSpeaker, { ...wish, version: versionOf(wish.doc_id) })),
      mergeSpeakers: (wish: Of<Input<typeof mergeSpeakers>>) =>
        settle(wish.doc_id, call(mergeSpeakers, { ...wish, version: versionOf(wish.doc_id) })),
      change: (wish: Of<Input<typeof changeSegment>>) =>
        settle(wish.doc_id, call(changeSegment, { ...wish, version: versionOf(wish.doc_id) })),
      split: (wish: Of<Input<typeof splitSegment>>) =>
        settle(wish.doc_id, call(splitSegment, { ...wish, version: versionOf(wish.doc_id) })),
      join: (wish: Of<Input<typeof mergeSegments>>) =>
        settle(wish.doc_id, call(mergeSegments, { ...wish, version: versionOf(wish.doc_id) })),
    }
  },
  { scope: 'organisation' },
)

const told = (transcript: Transcript) => ({ transcript, told_at: Date.now() })
const isNewer = (one: Transcript, known: Transcript | null) => !known || one.version >= known.version
