import type { JobFields } from '#shared/contract/jobs/job'
import type { Source } from '#shared/contract/sources/endpoints'
import { apiError } from '#shared/errors'
import { can } from '#shared/rules/capabilities'
import type { MemberContext } from '../../platform/request-context'
import { wordReader } from '../../platform/vision/words'
import { requireLogbook, requireReadable } from '../documents/service'
import { graphsOf } from '../graphs/service'
import { branchesFor, requireMembers } from '../organisations/service'
import { nameOfSource } from '../sources/service'
import { requireTaskTargets } from '../tasks/service'

/** The cameras and screens of a job. */
export const sourcesOf = ({ feed_ids, user_ids }: Pick<JobFields['source'], 'feed_ids' | 'user_ids'>): Source[] => [
  ...feed_ids.map(camera_id => ({ kind: 'camera', camera_id }) as const),
  ...user_ids.map(user_id => ({ kind: 'screen', user_id }) as const),
]

/**
 * Refuses what the caller may not read, look at or write to: a job never has more rights than the person who sets it.
 * What the job had `before` is not checked again; a run checks everything with the rights of the owner.
 */
export async function requireAllowed(
  ctx: MemberContext,
  fields: JobFields,
  before?: JobFields,
  owner_id: number = ctx.caller.user_id,
): Promise<void> {
  const { source } = fields
  const readsNothing = sourcesOf(source).length === 0 && source.logbook_ids.length === 0 && !source.new_meetings
  if (readsNothing && source.custom_code === null) throw apiError('job.nothing_to_read')
  if (fields.look.reads_words && !before?.look.reads_words && !(await wordReader(ctx.app).isAvailable()))
    throw apiError('job.words_unavailable')
  await requireReachable(ctx, fields, before)
  await requireLabels(ctx, fields, owner_id === ctx.caller.user_id ? null : (before?.graph_id ?? null))
}

/** Refuses sources that the caller may not look at or read, and destinations that they may not write to. */
export async function requireReachable(
  ctx: MemberContext,
  { source, destination }: Pick<JobFields, 'source' | 'destination'>,
  before?: JobFields,
): Promise<void> {
  const isNew = (ids: readonly number[], known: readonly number[] = []) => ids.filter(id => !known.includes(id))
  const added = {
    feed_ids: isNew(source.feed_ids, before?.source.feed_ids),
    user_ids: isNew(source.user_ids, before?.source.user_ids),
  }
  for (const each of sourcesOf({ ...source, ...added }))
    if ((await nameOfSource(ctx, each)) === undefined) throw apiError('source.not_found')
  for (const doc_id of isNew(source.logbook_ids, before?.source.logbook_ids)) await requireReadable(ctx, doc_id)
  for (const doc_id of isNew(destination.logbook_ids, before?.destination.logbook_ids))
    await requireLogbook(ctx, doc_id)
  if (isSameTarget(destination, before?.destination)) return
  const { user_ids, space_ids: branch_ids } = destination
  if (user_ids.length + branch_ids.length === 0) return
  if (destination.sends_as === 'task') await requireTaskTargets(ctx, { branch_ids, user_ids })
  else {
    await requireMembers(ctx, user_ids)
    const branches = await branchesFor(ctx)
    if (branch_ids.some(id => !branches.some(branch => branch.id === id))) throw apiError('branch.not_found')
  }
}

/** Whether a change leaves the people and spaces as they were, with what they get. */
const isSameTarget = (now: JobFields['destination'], before: JobFields['destination'] | undefined): boolean =>
  before !== undefined &&
  now.sends_as === before.sends_as &&
  now.user_ids.every(id => before.user_ids.includes(id)) &&
  now.space_ids.every(id => before.space_ids.includes(id))

/** Only who may use code changes the code of a job [D30]. `before` is the code that it has. */
export function requireCode(ctx: MemberContext, { source }: Pick<JobFields, 'source'>, before: string | null = null) {
  if (source.custom_code !== before && !can(ctx.member, 'jobs.custom_code')) throw apiError('permission.missing')
}

/**
 * Labels belong to the graph of the job, and the graph to one of its logbooks. `kept` is the graph of somebody else's job,
 * which stays although the caller may not see it.
 */
async function requireLabels(ctx: MemberContext, { graph_id, destination, look }: JobFields, kept: number | null) {
  const named = look.rules.flatMap(({ label }) => label ?? [])
  if (graph_id === null) {
    if (named.length > 0) throw apiError('label.not_found')
    return
  }
  const graphs = (await Promise.all(destination.logbook_ids.map(doc_id => graphsOf(ctx, doc_id)))).flat()
  const graph = graphs.find(candidate => candidate.graph_id === graph_id)
  if (!graph && graph_id !== kept) throw apiError('graph.not_found')
  const isKnown = named.every(
    ({ graph_id: id, label }) => id === graph_id && (!graph || graph.labels[`${label}` as '0'] !== undefined),
  )
  if (!isKnown) throw apiError('label.not_found')
}
