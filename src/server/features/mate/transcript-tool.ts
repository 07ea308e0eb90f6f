import { z } from 'zod'
import { nothingRead, type Tool } from '../../platform/tool'
import { recordDocumentViews } from '../audit/service'
import { documentFor } from '../documents/service'
import { transcriptFor } from '../meetings/service'

/** The most turns of a recording in one result. */
const mostTurns = 200

const TranscriptQuery = z.object({ doc_id: z.int().min(1), from: z.number().min(0).default(0) })

export interface TurnFact {
  speaker: string
  text: string
  link: string
}

export const transcriptTool: Tool<
  z.output<typeof TranscriptQuery>,
  { recording: string; turns: TurnFact[]; total: number }
> = {
  name: 'read_transcript',
  description:
    'Who said what in a recording (the id of a document of type diarization, from find_logbooks), by time from second `from` on, 200 turns at most, each with a link to its moment. `total` counts all turns. Where the text is empty, it is only known who spoke when.',
  input: TranscriptQuery as z.ZodType<z.output<typeof TranscriptQuery>>,
  async run(ctx, { doc_id, from }) {
    const { segments, speakers } = await transcriptFor(ctx, doc_id)
    const { document_name } = await documentFor(ctx, doc_id, true)
    recordDocumentViews(ctx, [doc_id], 'mate')
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
      facts: { recording: document_name, turns, total: segments.length },
      references: [{ kind: 'document', id: doc_id, title: document_name }],
      read: { ...nothingRead, documents: 1 },
    }
  },
}

/** `[1:05:07](#/docs/12?at=3907)`. */
export function momentLink(doc_id: number, start: number): string {
  const seconds = Math.floor(start)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts
    .slice(parts[0] === 0 ? 1 : 0)
    .map((part, index) => (index === 0 ? part : String(part).padStart(2, '0')))
  return `[${shown.join(':')}](#/docs/${doc_id}?at=${seconds})`
}
