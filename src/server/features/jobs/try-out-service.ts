import type { Answer, Body } from '#shared/contract/endpoint'
import type { tryOutJob } from '#shared/contract/jobs/endpoints'
import { apiError } from '#shared/errors'
import type { PreflightContext } from '../../platform/http/route'
import type { MemberContext } from '../../platform/request-context'
import { graphsOf } from '../graphs/service'
import { requireAllowed, requireCode } from './rights'
import { type Observation, observe, observedFrom } from './run/observe'
import { RunFailure } from './run/run-failure'
import { findJob } from './store'

/** What a job is called to the watched before it has a number. */
const unsavedId = 0

/** How long somebody waits for the result, in milliseconds. */
const longest = 60_000

type Tried = { observation: Observation } | { failure: RunFailure }

/** Looks once as a job with these fields would, as the caller, and writes nothing. */
export async function tryOut(preflight: PreflightContext, body: Body<typeof tryOutJob>): Promise<Tried> {
  const { instruction_id, ...fields } = body
  const { organization_id, owner_id, saved } = await preflight.runAsMember(async ctx => {
    const saved = instruction_id === undefined ? undefined : await findJob(ctx, instruction_id)
    if (instruction_id !== undefined && !saved) throw apiError('job.not_found')
    await requireAllowed(ctx, fields)
    requireCode(ctx, fields, saved?.custom_code)
    return { organization_id: ctx.organization_id, owner_id: ctx.caller.user_id, saved }
  })
  const job = observedFrom(fields, {
    id: saved?.id ?? unsavedId,
    owner_id,
    model: saved?.model ?? null,
    overlay_key: saved?.overlay_key ?? null,
    reference_ids: saved?.reference_ids ?? [],
    look_state: saved?.look_state ?? {},
  })
  const late = new AbortController()
  const cancel = preflight.app.clock.after(longest, () => late.abort())
  try {
    return { observation: await observe(preflight.app, organization_id, job, { since: null, signal: late.signal }) }
  } catch (error) {
    if (error instanceof RunFailure) return { failure: error }
    throw error
  } finally {
    cancel()
  }
}

/** The answer: what would be written, or why nothing was seen. */
export async function answer(
  ctx: MemberContext,
  { destination }: Body<typeof tryOutJob>,
  tried: Tried,
): Promise<Answer<typeof tryOutJob>> {
  if ('failure' in tried) {
    const { reason, read } = tried.failure
    return { result: null, reason, read: read ?? { sources: [], logs: 0, measured: {} } }
  }
  const { result, pictures, words } = tried.observation
  const read = { ...tried.observation.read, ...(words.length > 0 && { words }) }
  if (!result) return { result: null, reason: null, read }
  const graphs = (await Promise.all(destination.logbook_ids.map(doc_id => graphsOf(ctx, doc_id)))).flat()
  const labels = result.labels.flatMap(({ graph_id, label }) => {
    const text = graphs.find(graph => graph.graph_id === graph_id)?.labels[`${label}` as '0']
    return text === undefined ? [] : [{ graph_id, label, text }]
  })
  const { title, content } = result
  return { result: { title, content, labels, frame_ids: pictures.map(({ frame }) => frame.id) }, reason: null, read }
}
