import { z } from 'zod'
import type { Transcript } from '#shared/contract/meetings/endpoints'
import type { DiarizationStatus } from '#shared/contract/meetings/events'
import { documentLink } from '../../platform/markdown'
import { nothingRead, type Tool } from '../../platform/tool'
import { documentFor, documentsFor } from '../documents/service'
import { recordingStatus, transcriptFor, transcriptTool } from '../meetings/service'

/** More than a guest can have. */
const mostRecordings = 10

export interface RecordingFact {
  doc_id: number
  name: string
  stage: DiarizationStatus['stage']
  has_words: boolean
  /** Markdown; empty until it is ready. */
  summary: string
  link: string
}

export const recordingsTool: Tool<Record<string, never>, { recordings: RecordingFact[] }> = {
  name: 'list_recordings',
  description:
    'The recordings of the guest, the newest first, with how far they are, whether their words are known, and their summaries.',
  input: z.object({}),
  async run(ctx) {
    const listed = await documentsFor(ctx, { limit: mostRecordings })
    const recordings = await Promise.all(
      listed
        .filter(listedItem => listedItem.document_type === 'diarization')
        .map(async ({ doc_id, doc_name }) => {
          const [{ stage, has_words }, { content }] = await Promise.all([
            recordingStatus(ctx, { doc_id }),
            documentFor(ctx, doc_id, true),
          ])
          return { doc_id, name: doc_name, stage, has_words, summary: content, link: documentLink(doc_id, doc_name) }
        }),
    )
    return {
      facts: { recordings },
      references: recordings.map(({ doc_id, name }) => ({ kind: 'document', id: doc_id, title: name })),
      read: { ...nothingRead, documents: recordings.length },
    }
  },
}

/** The whole transcript of a recording at once, for Mate without a model. */
export const wholeTranscriptTool: Tool<{ doc_id: number }, Transcript> = {
  name: transcriptTool.name,
  description: 'Who said what in a recording.',
  input: z.object({ doc_id: z.int().min(1) }),
  async run(ctx, { doc_id }) {
    return { facts: await transcriptFor(ctx, doc_id), references: [], read: { ...nothingRead, documents: 1 } }
  },
}

/** All tools of a model for a guest [D42]: nothing but the guest's own recordings. */
export const guestTools = [
  recordingsTool,
  {
    ...transcriptTool,
    description: transcriptTool.description.replace('of type diarization, from find_logbooks', 'from list_recordings'),
  },
] as const
