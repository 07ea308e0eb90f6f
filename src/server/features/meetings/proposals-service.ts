import type { Body } from '#shared/contract/endpoint'
import { mostProposals, type proposeSpeakers, type SpeakerProposals } from '#shared/contract/meetings/proposals'
import type { MemberContext } from '../../platform/request-context'
import { granteesOf } from '../access/service'
import { recordDocumentViews } from '../audit/service'
import { requireReadable, requireRight } from '../documents/service'
import { membersByIds, peopleNamedIn } from '../organisations/service'
import { introductionsIn, personIn } from './introductions'
import * as store from './proposals-store'
import { requireRecording } from './recordings-service'
import { findRecording } from './recordings-store'
import { namesOf, segmentsOf } from './transcript-store'

/**
 * Proposes names for unnamed speakers: from what they call themselves, from the people of this meeting and from earlier
 * ones. Voices are not compared: the vectors of the splitter tell voices of one recording apart, but they take too many
 * strangers for somebody they know.
 */
export async function propose(ctx: MemberContext, { doc_id }: Body<typeof proposeSpeakers>): Promise<SpeakerProposals> {
  requireRight(await requireReadable(ctx, doc_id), 'editable')
  requireRecording(await findRecording(ctx, doc_id))
  recordDocumentViews(ctx, [doc_id])
  const [segments, taken] = await Promise.all([segmentsOf(ctx, doc_id), namesOf(ctx, doc_id)])
  const unnamed = new Set(segments.map(({ speaker }) => speaker).filter(speaker => !taken.has(speaker)))
  if (unnamed.size === 0) return { questions: [], names: [] }
  const isFree = (name: string) => ![...taken.values()].includes(name)
  const [recorder, invited, earlier] = await Promise.all([
    store.recorderOf(ctx, doc_id),
    invitedTo(ctx, doc_id),
    store.earlierSpeakers(ctx, doc_id, mostProposals + taken.size),
  ])
  const names = namesFrom([
    ...earlier.filter(({ is_same }) => is_same).map(({ name }) => ({ name, why: 'spoke_before' as const })),
    ...(recorder === null ? [] : [{ name: recorder, why: 'recorded' as const }]),
    ...invited.map(name => ({ name, why: 'shared' as const })),
    ...earlier.map(({ name }) => ({ name, why: 'spoke_before' as const })),
  ]).filter(({ name }) => isFree(name))
  const spoken = introductionsIn(segments.filter(({ speaker }) => unnamed.has(speaker)))
  const people = spoken.length === 0 ? [] : await peopleNamedIn(ctx, spoken.map(({ said }) => said).join('\n'))
  const questions = questionsFrom(
    spoken.flatMap(introduction => {
      const name = personIn(introduction, people)
      return name !== null && isFree(name) ? { speaker: introduction.speaker, name, at: introduction.at } : []
    }),
  )
  const left = earlier.filter(({ is_same, name }) => is_same && isFree(name))
  const [speaker, [only, another]] = [[...unnamed][0], left]
  if (questions.length === 0 && unnamed.size === 1 && speaker !== undefined && taken.size > 0 && only && !another)
    questions.push({ speaker, name: only.name, at: null })
  return { questions, names: names.slice(0, mostProposals) }
}

/** The people with whom the meeting is shared by name. */
async function invitedTo(ctx: MemberContext, doc_id: number): Promise<string[]> {
  const grantees = await granteesOf(ctx, { kind: 'document', id: doc_id })
  const ids = grantees.flatMap(({ grantee_kind, grantee_id }) => (grantee_kind === 'user' ? grantee_id : []))
  return (await membersByIds(ctx, ids)).map(({ name }) => name)
}

/** Each name once, with its first reason. */
const namesFrom = (proposed: SpeakerProposals['names']): SpeakerProposals['names'] =>
  proposed.filter(({ name }, index) => proposed.findIndex(other => other.name === name) === index)

/** One question for each speaker and for each name; where two speakers give the same name, nobody is asked about. */
function questionsFrom(found: SpeakerProposals['questions']): SpeakerProposals['questions'] {
  const first = found.filter(({ speaker }, index) => found.findIndex(other => other.speaker === speaker) === index)
  return first.filter(({ name }) => first.filter(other => other.name === name).length === 1)
}
