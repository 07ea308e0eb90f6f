import { z } from 'zod'
import { momentLink } from '../../platform/markdown'
import { nothingRead, type Tool } from '../../platform/tool'
import { documentFor } from '../documents/service'
import { type TranscriptFacts, transcriptQuestion } from './transcript-question'
import { read } from './transcript-service'

/** The most turns of a recording in one result. */
const mostTurns = 200

const TranscriptQuery = z.object({ doc_id: z.int().min(1), from: z.number().min(0).default(0) })

export const transcriptTool: Tool<z.output<typeof TranscriptQuery>, TranscriptFacts> = {
  name: 'read_transcript',
  description:
    'Who said what in a recording (the id of a document of type diarization, from find_logbooks), by time from second `from` on, 200 turns at most, each with a link to its moment. `total` counts all turns. Where the text is empty, it is only known who spoke when.',
  input: TranscriptQuery as z.ZodType<z.output<typeof TranscriptQuery>>,
  question: transcriptQuestion,
  async run(ctx, { doc_id, from }) {
    const { segments, speakers } = await read(ctx, { doc_id }, 'mate')
    const { document_name } = await documentFor(ctx, doc_id, true)
    const names = new Map(speakers.map(({ speaker, name }) => [speaker, name]))
    const turns = segments
      .filter(segment => segment.end > from)
      .slice(0, mostTurns)
      .map(({ speaker, text, start }) => ({
        speaker: names.get(speaker) ?? `Speaker ${speaker}`,
        text,
        link: momentLink(doc_id, start),
      }))
    return {
      facts: { doc_id, recording: document_name, turns, total: segments.length },
      references: [{ kind: 'document', id: doc_id, title: document_name }],
      read: { ...nothingRead, documents: 1 },
    }
  },
}
