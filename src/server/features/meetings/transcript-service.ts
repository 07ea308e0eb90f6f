import type { Body } from '#shared/contract/endpoint'
import type {
  changeSegment,
  mergeSegments,
  mergeSpeakers,
  nameSpeaker,
  readTranscript,
  Segment,
  Speaker,
  splitSegment,
  Transcript,
  TranscriptChange,
} from '#shared/contract/meetings/endpoints'
import { apiError } from '#shared/errors'
import type { MemberContext, OrganizationContext } from '../../platform/request-context'
import { attachmentsOf } from '../attachments/service'
import { recordDocumentViews } from '../audit/service'
import { requireReadable, requireRight } from '../documents/service'
import { requireRecording } from './recordings-service'
import { filesOf, findRecording, lockRecording } from './recordings-store'
import { topicsOf } from './topics/store'
import * as store from './transcript-store'

const invalid = (path: string, message: string) => apiError('request.invalid', { issues: [{ path, message }] })

/** What was said in a meeting, which the caller sees, or Mate for them. */
export async function read(
  ctx: MemberContext,
  { doc_id }: Body<typeof readTranscript>,
  via?: 'mate',
): Promise<Transcript> {
  await requireReadable(ctx, doc_id)
  recordDocumentViews(ctx, [doc_id], via)
  return transcriptOf(ctx, doc_id)
}

/** The transcript of a document that the caller may read. */
async function transcriptOf(ctx: OrganizationContext, doc_id: number): Promise<Transcript> {
  const [found, files, attached, segments, names, topics] = await Promise.all([
    findRecording(ctx, doc_id),
    filesOf(ctx, doc_id),
    attachmentsOf(ctx, doc_id),
    store.segmentsOf(ctx, doc_id),
    store.namesOf(ctx, doc_id),
    topicsOf(ctx, doc_id),
  ])
  const { version, duration_seconds } = requireRecording(found)
  const byId = new Map(attached.map(file => [file.file_id, file]))
  return {
    doc_id,
    version,
    duration_seconds,
    files: files.flatMap(({ file_id, starts_at }) => {
      const file = byId.get(file_id)
      return file ? [{ file, starts_at }] : []
    }),
    speakers: speakersIn(segments, names),
    segments,
    topics,
  }
}

function speakersIn(segments: readonly Segment[], names: ReadonlyMap<number, string>): Speaker[] {
  const seconds = new Map<number, number>()
  for (const { speaker, start, end } of segments) seconds.set(speaker, (seconds.get(speaker) ?? 0) + end - start)
  return [...seconds]
    .sort(([first], [other]) => first - other)
    .map(([speaker, seconds]) => ({ speaker, name: names.get(speaker) ?? null, seconds }))
}

/**
 * Changes a transcript whose newest version the caller has seen. Concurrent changes run one after the other, and the
 * second gets an error. Needs the right to change the document's name.
 */
async function change(
  ctx: MemberContext,
  { doc_id, version }: { doc_id: number; version: number },
  work: (segments: Segment[]) => Promise<void>,
): Promise<TranscriptChange> {
  requireRight(await requireReadable(ctx, doc_id), 'editable')
  const recording = requireRecording(await lockRecording(ctx, doc_id))
  if (recording.stage !== 'done') throw apiError('transcript.not_ready')
  if (recording.version !== version) throw apiError('transcript.stale')
  const before = await store.segmentsOf(ctx, doc_id)
  await work(before)
  const [changed, after, names] = await Promise.all([
    store.countChange(ctx, doc_id),
    store.segmentsOf(ctx, doc_id),
    store.namesOf(ctx, doc_id),
  ])
  ctx.record({ kind: 'transcript.changed', doc_id, version: changed }, { to: 'document', doc_id })
  const known = new Map(before.map(segment => [segment.segment_id, JSON.stringify(segment)]))
  const left = new Set(after.map(segment => segment.segment_id))
  return {
    doc_id,
    version: changed,
    speakers: speakersIn(after, names),
    segments: after.filter(segment => known.get(segment.segment_id) !== JSON.stringify(segment)),
    removed: [...known.keys()].filter(id => !left.has(id)),
  }
}

function requireSpeaker(segments: readonly Segment[], speaker: number): void {
  if (!segments.some(segment => segment.speaker === speaker)) throw apiError('segment.not_found')
}

function requireSegment(segments: readonly Segment[], segment_id: number): { segment: Segment; index: number } {
  const index = segments.findIndex(candidate => candidate.segment_id === segment_id)
  const segment = segments[index]
  if (!segment) throw apiError('segment.not_found')
  return { segment, index }
}

export function name(ctx: MemberContext, body: Body<typeof nameSpeaker>): Promise<TranscriptChange> {
  return change(ctx, body, async segments => {
    requireSpeaker(segments, body.speaker)
    await store.setName(ctx, body.doc_id, body.speaker, body.name)
  })
}

/** If only the removed speaker has a name, the remaining one gets it. */
export function merge(
  ctx: MemberContext,
  { doc_id, version, from, into }: Body<typeof mergeSpeakers>,
): Promise<TranscriptChange> {
  return change(ctx, { doc_id, version }, async segments => {
    if (from === into) throw invalid('into', 'Name another speaker.')
    requireSpeaker(segments, from)
    requireSpeaker(segments, into)
    const names = await store.namesOf(ctx, doc_id)
    await store.reassignSegments(ctx, doc_id, from, into)
    await store.setName(ctx, doc_id, from, null)
    await store.setName(ctx, doc_id, into, names.get(into) ?? names.get(from) ?? null)
  })
}

export function changeOne(ctx: MemberContext, body: Body<typeof changeSegment>): Promise<TranscriptChange> {
  const { doc_id, segment_id, speaker } = body
  return change(ctx, body, async segments => {
    const { segment } = requireSegment(segments, segment_id)
    const text = body.text?.trim() ?? segment.text
    await store.putSegment(ctx, doc_id, {
      ...segment,
      text,
      is_edited: segment.is_edited || text !== segment.text,
      speaker: speaker ?? segment.speaker,
    })
    await removeUnusedSpeaker(ctx, doc_id, segment.speaker)
  })
}

/**
 * A speaker without segments is removed with their name, so that a later speaker of the same number does not get it.
 */
async function removeUnusedSpeaker(ctx: MemberContext, doc_id: number, speaker: number): Promise<void> {
  const left = await store.segmentsOf(ctx, doc_id)
  if (!left.some(remaining => remaining.speaker === speaker)) await store.setName(ctx, doc_id, speaker, null)
}

export function split(ctx: MemberContext, body: Body<typeof splitSegment>): Promise<TranscriptChange> {
  const { doc_id, segment_id, character, speaker } = body
  return change(ctx, body, async segments => {
    const { segment } = requireSegment(segments, segment_id)
    const { start, end, text, is_edited } = segment
    if (body.at <= start || body.at >= end) throw invalid('at', 'Choose a moment within it.')
    const [before, after] = [text.slice(0, character), text.slice(character)]
    if (character > text.length || !before.isWellFormed())
      throw invalid('character', 'Choose a place within its words.')
    await store.putSegment(ctx, doc_id, { ...segment, end: body.at, text: before.trim() })
    await store.addSegment(ctx, doc_id, { speaker, start: body.at, end, text: after.trim(), is_edited })
  })
}

export function joinWithNext(
  ctx: MemberContext,
  { doc_id, version, segment_id }: Body<typeof mergeSegments>,
): Promise<TranscriptChange> {
  return change(ctx, { doc_id, version }, async segments => {
    const { segment, index } = requireSegment(segments, segment_id)
    const next = segments[index + 1]
    if (!next) throw apiError('segment.not_found')
    await store.putSegment(ctx, doc_id, {
      ...segment,
      end: Math.max(segment.end, next.end),
      text: [segment.text, next.text].filter(Boolean).join(' '),
      is_edited: segment.is_edited || next.is_edited,
    })
    await store.removeSegment(ctx, doc_id, next.segment_id)
    await removeUnusedSpeaker(ctx, doc_id, next.speaker)
  })
}
