import { downloadFiles, type FileAttachment } from '#shared/contract/attachments/endpoints'
import type { Input } from '#shared/contract/endpoint'
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
  type TranscriptChange,
} from '#shared/contract/meetings/endpoints'
import type { DiarizationStatus } from '#shared/contract/meetings/events'
import { mayBeDone } from '#shared/rules/retry'
import { call, type Outcome } from '../../platform/api'
import { steadyNow } from '../../platform/clock'
import { createSlice } from '../../platform/store'
import { transcriptMeanwhile } from './last-read'
import { useOnMeeting } from './on-meeting'

export interface Failure {
  code: string
  message: string
}

/** An open recording: its progress, and its transcript if it is known. */
interface Opened {
  status: DiarizationStatus | null
  transcript: Transcript | null
  /** When the addresses of its files were issued, in milliseconds since the epoch. */
  told_at: number
  failure: Failure | null
}

/** Readers for transcripts outside of the person's documents, which are those of a guest. */
const readers = new Map<number, () => Promise<Outcome<Transcript>>>()

export function readTranscriptWith(doc_id: number, reader: () => Promise<Outcome<Transcript>>): void {
  readers.set(doc_id, reader)
}

const readOne = (doc_id: number): Promise<Outcome<Transcript>> =>
  readers.get(doc_id)?.() ?? call(readTranscript, { doc_id })

/**
 * Returns a file of a recording with a fresh address; undefined if it is gone, null if that could not be determined.
 */
export async function freshFile(doc_id: number, file_id: string): Promise<FileAttachment | null | undefined> {
  const reader = readers.get(doc_id)
  if (!reader) {
    const outcome = await call(downloadFiles, { file_ids: [file_id] })
    return outcome.ok ? outcome.data[0] : null
  }
  const outcome = await reader()
  return outcome.ok ? outcome.data.files.find(({ file }) => file.file_id === file_id)?.file : null
}

/** Gives unsent recordings of another account in this browser to this person. */
export async function adoptRecordings(from: string, to: string): Promise<void> {
  if (!useOnMeeting.getState().kept.includes(from)) return
  const { adoptRecordings: adoptReels } = await import('./recording/adopt')
  await adoptReels(from, to)
}

/** Returns a file name without its extension, for naming a document. */
export const documentNameFrom = (file_name: string): string => file_name.replace(/\.[^.]{1,5}$/, '') || file_name

/** A change to the displayed version. */
type WithoutVersion<T> = Omit<T, 'version'>

export const useTranscripts = createSlice(
  'transcripts',
  { opened: {} as Record<number, Opened> },
  (set, get, writer) => {
    const versionOf = (doc_id: number) => get().opened[doc_id]?.transcript?.version ?? 0

    /**
     * Shows the result of a change. If somebody else was faster, their version is shown and the failure is returned.
     */
    async function settle(doc_id: number, calling: Promise<Outcome<TranscriptChange>>): Promise<Failure | null> {
      const write = writer()
      const expected = versionOf(doc_id) + 1
      changing.set(doc_id, expected)
      const outcome = await calling
      if (changing.get(doc_id) === expected) changing.delete(doc_id)
      if (outcome.ok) {
        const known = get().opened[doc_id]?.transcript
        if (known && known.version < outcome.data.version - 1) await read(doc_id)
        else
          write(({ opened }) => {
            const { transcript } = opened[doc_id] ?? {}
            if (transcript?.version === outcome.data.version - 1)
              Object.assign(transcript, changed(transcript, outcome.data))
          })
        return null
      }
      // Somebody else was faster, or an answer was lost.
      if (outcome.code === 'transcript.stale' || mayBeDone(outcome)) await read(doc_id)
      return { code: outcome.code, message: outcome.message }
    }

    async function read(doc_id: number): Promise<void> {
      const write = writer()
      const outcome = await readOne(doc_id)
      write(({ opened }) => {
        const recording = opened[doc_id]
        if (recording) showRead(recording, outcome)
      })
    }

    return {
      /** Loads a recording, or reloads it. */
      async open(doc_id: number): Promise<void> {
        const write = writer()
        set(({ opened }) => {
          opened[doc_id] ??= { status: null, transcript: null, told_at: 0, failure: null }
          opened[doc_id].failure = null
        })
        const isLatest = stillLatest(doc_id)
        const answers = Promise.all([call(diarizationStatus, { doc_id }), readOne(doc_id)])
        const isRefused = await transcriptMeanwhile(doc_id, answers, {
          isEmpty: () => !get().opened[doc_id]?.transcript,
          show: ({ status, transcript }) =>
            write(({ opened }) => Object.assign(opened[doc_id] ?? {}, { status }, withTime(transcript))),
        })
        const [status, transcript] = await answers
        write(({ opened }) => {
          const recording = opened[doc_id]
          if (!recording) return
          if (isRefused && isLatest()) Object.assign(recording, { status: null, transcript: null })
          if (isLatest() || !recording.transcript) showRead(recording, transcript)
          if (status.ok && isLatest()) recording.status = status.data
          else if (!recording.status && !status.ok) recording.failure = failureOf(status)
        })
      },
      read,
      /** Stores a recording that was loaded in another way; data older than the displayed version is ignored. */
      take(status: DiarizationStatus, transcript: Transcript | null): void {
        set(({ opened }) => {
          const recording = opened[status.doc_id] ?? { status, transcript: null, told_at: 0, failure: null }
          opened[status.doc_id] = recording
          recording.status = status
          if (transcript && isNewer(transcript, recording.transcript)) Object.assign(recording, withTime(transcript))
        })
      },
      /** Handles a progress event of the server. */
      async became(status: DiarizationStatus): Promise<void> {
        const { doc_id, stage } = status
        told.set(doc_id, status)
        if (!get().opened[doc_id]) return
        set(({ opened }) => {
          const recording = opened[doc_id]
          if (recording) recording.status = status
        })
        if (stage === 'done') await read(doc_id)
      },
      /** Handles a change by somebody else. */
      async changed(doc_id: number, version: number): Promise<void> {
        const known = get().opened[doc_id]?.transcript
        // The answer to one's own change brings it.
        if (known && known.version < version && changing.get(doc_id) !== version) await read(doc_id)
      },
      async retry(doc_id: number): Promise<Failure | null> {
        const write = writer()
        const isLatest = stillLatest(doc_id)
        const outcome = await call(retryDiarization, { doc_id })
        if (!outcome.ok) return { code: outcome.code, message: outcome.message }
        write(({ opened }) => {
          const recording = opened[doc_id]
          if (recording && isLatest()) recording.status = outcome.data
        })
        return null
      },
      name: (params: WithoutVersion<Input<typeof nameSpeaker>>) =>
        settle(params.doc_id, call(nameSpeaker, { ...params, version: versionOf(params.doc_id) })),
      mergeSpeakers: (params: WithoutVersion<Input<typeof mergeSpeakers>>) =>
        settle(params.doc_id, call(mergeSpeakers, { ...params, version: versionOf(params.doc_id) })),
      change: (params: WithoutVersion<Input<typeof changeSegment>>) =>
        settle(params.doc_id, call(changeSegment, { ...params, version: versionOf(params.doc_id) })),
      split: (params: WithoutVersion<Input<typeof splitSegment>>) =>
        settle(params.doc_id, call(splitSegment, { ...params, version: versionOf(params.doc_id) })),
      join: (params: WithoutVersion<Input<typeof mergeSegments>>) =>
        settle(params.doc_id, call(mergeSegments, { ...params, version: versionOf(params.doc_id) })),
    }
  },
  { scope: 'account' },
)

/** The latest progress that an event told, by document. */
const told = new Map<number, DiarizationStatus>()

/** Asks whether no event has told of progress since: the answer to a call may have been made before it. */
function stillLatest(doc_id: number): () => boolean {
  const known = told.get(doc_id)
  return () => told.get(doc_id) === known
}

/** Versions that changes of this tab are about to make, by document. */
const changing = new Map<number, number>()

/** Returns a transcript with a change of it, ordered by time. */
function changed(
  transcript: Transcript,
  { version, speakers, segments, removed }: TranscriptChange,
): Partial<Transcript> {
  const others = new Set([...removed, ...segments.map(segment => segment.segment_id)])
  const all = [...transcript.segments.filter(segment => !others.has(segment.segment_id)), ...segments]
  return { version, speakers, segments: all.sort((a, b) => a.start - b.start || a.segment_id - b.segment_id) }
}

/** A transcript loaded before stays visible. */
function showRead(recording: Opened, answer: Outcome<Transcript>): void {
  if (answer.ok) Object.assign(recording, withTime(answer.data), { failure: null })
  else if (!recording.transcript) recording.failure = failureOf(answer)
}

const failureOf = ({ code, message }: Failure): Failure => ({ code, message })
const withTime = (transcript: Transcript) => ({ transcript, told_at: steadyNow() })
const isNewer = (transcript: Transcript, known: Transcript | null) => !known || transcript.version >= known.version
