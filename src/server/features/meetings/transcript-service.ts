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
} from '#shared/contract/meetings'
import { refuse } from '#shared/errors'
import type { MemberScene, OrganisationScene } from '../../platform/scene'
import { attachmentsOf } from '../attachments/service'
import { noteDocumentViews } from '../audit/service'
import { requireReadable, requireRight } from '../logbooks/service'
import { requireRecording } from './recordings-service'
import { filesOf, findRecording, lockRecording } from './recordings-store'
import * as store from './transcript-store'

const invalid = (path: string, message: string) => refuse('request.invalid', { issues: [{ path, message }] })

export async function read(at: MemberScene, { doc_id }: Body<typeof readTranscript>): Promise<Transcript> {
  await requireReadable(at, doc_id)
  noteDocumentViews(at, [doc_id])
  return transcriptOf(at, doc_id)
}

/** The transcript of a document that the caller was found to be allowed to read. */
async function transcriptOf(at: OrganisationScene, doc_id: number): Promise<Transcript> {
  const [found, files, attached, segments, names] = await Promise.all([
    findRecording(at, doc_id),
    filesOf(at, doc_id),
    attachmentsOf(at, doc_id),
    store.segmentsOf(at, doc_id),
    store.namesOf(at, doc_id),
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
  }
}

function speakersIn(segments: readonly Segment[], names: ReadonlyMap<number, string>): Speaker[] {
  const seconds = new Map<number, number>()
  for (const { speaker, start, end } of segments) seconds.set(speaker, (seconds.get(speaker) ?? 0) + end - start)
  return [...seconds]
    .sort(([one], [other]) => one - other)
    .map(([speaker, seconds]) => ({ speaker, name: names.get(speaker) ?? null, seconds }))
}

/**
 * Changes a transcript that the caller has seen in its newest version; two who change it at once wait for each other, and the second
 * is told. Needs the right to change the document's name.
 */
async function change(
  at: MemberScene,
  { doc_id, version }: { doc_id: number; version: number },
  work: (segments: Segment[]) => Promise<void>,
): Promise<Transcript> {
  requireRight(await requireReadable(at, doc_id), 'editable')
  const recording = requireRecording(await lockRecording(at, doc_id))
  if (recording.stage !== 'done') throw refuse('transcript.not_ready')
  if (recording.version !== version) throw refuse('transcript.stale')
  await work(await store.segmentsOf(at, doc_id))
  const changed = await store.countChange(at, doc_id)
  at.record({ kind: 'transcript.changed', doc_id, version: changed }, { to: 'document', doc_id })
  return transcriptOf(at, doc_id)
}

function requireSpeaker(segments: readonly Segment[], speaker: number): void {
  if (!segments.some(one => one.speaker === speaker)) throw refuse('segment.not_found')
}

function requireSegment(segments: readonly Segment[], segment_id: number): { segment: Segment; index: number } {
  const index = segments.findIndex(one => one.segment_id === segment_id)
  const segment = segments[index]
  if (!segment) throw refuse('segment.not_found')
  return { segment, index }
}

export function name(at: MemberScene, body: Body<typeof nameSpeaker>): Promise<Transcript> {
  return change(at, body, async segments => {
    requireSpeaker(segments, body.speaker)
    await store.putName(at, body.doc_id, body.speaker, body.name)
  })
}

/** A name that only the speaker has who goes stays with what they said. */
export function merge(
  at: MemberScene,
  { doc_id, version, from, into }: Body<typeof mergeSpeakers>,
): Promise<Transcript> {
  return change(at, { doc_id, version }, async segments => {
    if (from === into) throw invalid('into', 'Name another speaker.')
    requireSpeaker(segments, from)
    requireSpeaker(segments, into)
    const names = await store.namesOf(at, doc_id)
    await store.giveAllTo(at, doc_id, from, into)
    await store.putName(at, doc_id, from, null)
    await store.putName(at, doc_id, into, names.get(into) ?? names.get(from) ?? null)
  })
}

export function changeOne(at: MemberScene, body: Body<typeof changeSegment>): Promise<Transcript> {
  const { doc_id, segment_id, speaker } = body
  return change(at, body, async segments => {
    const { segment } = requireSegment(segments, segment_id)
    const text = body.text?.trim() ?? segment.text
    await store.putSegment(at, doc_id, {
      ...segment,
      text,
      is_edited: segment.is_edited || text !== segment.text,
      speaker: speaker ?? segment.speaker,
    })
    await forgetIfGone(at, doc_id, segment.speaker)
  })
}

/** Who says nothing any more is no speaker, and their name is for nobody who gets their number later. */
async function forgetIfGone(at: MemberScene, doc_id: number, speaker: number): Promise<void> {
  const left = await store.segmentsOf(at, doc_id)
  if (!left.some(one => one.speaker === speaker)) await store.putName(at, doc_id, speaker, null)
}

export function split(at: MemberScene, body: Body<typeof splitSegment>): Promise<Transcript> {
  const { doc_id, segment_id, character, speaker } = body
  return change(at, body, async segments => {
    const { segment } = requireSegment(segments, segment_id)
    const { start, end, text, is_edited } = segment
    if (body.at <= start || body.at >= end) throw invalid('at', 'Choose a moment within it.')
    const [before, after] = [text.slice(0, character), text.slice(character)]
    if (character > text.length || !before.isWellFormed())
      throw invalid('character', 'Choose a place within its words.')
    await store.putSegment(at, doc_id, { ...segment, end: body.at, text: before.trim() })
    await store.addSegment(at, doc_id, { speaker, start: body.at, end, text: after.trim(), is_edited })
  })
}

export function mergeTwo(
  at: MemberScene,
  { doc_id, version, segment_id }: Body<typeof mergeSegments>,
): Promise<Transcript> {
  return change(at, { doc_id, version }, async segments => {
    const { segment, index } = requireSegment(segments, segment_id)
    const next = segments[index + 1]
    if (!next) throw refuse('segment.not_found')
    await store.putSegment(at, doc_id, {
      ...segment,
      end: Math.max(segment.end, next.end),
      text: [segment.text, next.text].filter(Boolean).join(' '),
      is_edited: segment.is_edited || next.is_edited,
    })
    await store.removeSegment(at, doc_id, next.segment_id)
    await forgetIfGone(at, doc_id, next.speaker)
  })
}
