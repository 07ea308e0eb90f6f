import type { Job, Run } from '#shared/contract/jobs/job'
import { personFrom } from '../../platform/people/person'
import type { MemberContext } from '../../platform/request-context'
import { framesByIds, wordsOn } from '../sources/service'
import { runFrom } from './runs-store'
import { nextTimes, type Planned, withWorkingHours } from './schedule'
import type { JobRow } from './store'

/** How long the address of an area is valid, in seconds. */
const overlaySeconds = 60

/** Jobs as the caller sees them. */
export async function jobsFrom(ctx: MemberContext, rows: readonly JobRow[]): Promise<Job[]> {
  const references = await framesByIds(ctx, [...new Set(rows.flatMap(row => row.reference_ids))])
  const urls = new Map(references.map(frame => [frame.id, frame.url]))
  return Promise.all((await withWorkingHours(ctx, rows)).map(row => jobFrom(ctx, row, urls)))
}

async function jobFrom(
  ctx: MemberContext,
  row: JobRow & Pick<Planned, 'working_hours'>,
  urls: ReadonlyMap<string, string>,
): Promise<Job> {
  const isActive = row.status === 'active'
  return {
    id: row.id,
    instruction_id: row.id,
    instruction_text: row.name,
    instruction_description: row.description,
    prompt: row.prompt,
    ...row.schedule,
    connect_user_workhours: row.schedule.connect_user_workhours ?? null,
    source: {
      feed_ids: row.feed_ids,
      user_ids: row.screen_ids,
      logbook_ids: row.read_ids,
      custom_code: row.custom_code,
      new_meetings: row.reads_meetings,
      newest_within: row.newest_within,
    },
    destination: {
      logbook_ids: row.write_ids,
      user_ids: row.write_user_ids,
      space_ids: row.write_space_ids,
      sends_as: row.sends_as,
    },
    graph_id: row.graph_id,
    // Jobs that were stored before words could be read do not say.
    look: { ...row.look, reads_words: row.look.reads_words === true },
    writes_when: row.writes_when,
    is_repeat: row.schedule.instruction_one_time === null,
    status: row.status,
    pause_cause: row.pause_cause,
    pause_reason: row.pause_reason,
    paused_by: row.paused_by && (await personFrom(ctx, row.paused_by)),
    instruction_executions: row.executions,
    instruction_completed_at: row.completed_at,
    next_runs: isActive ? nextTimes(row, afterLastPlanned(row, ctx.app.clock.now())) : [],
    references: row.reference_ids.map(id => ({ id, url: urls.get(id) ?? null })),
    overlay_frame_url: row.overlay_key && (await ctx.app.objects.addressFor(row.overlay_key, overlaySeconds)),
    model: row.model,
    created_by: await personFrom(ctx, row.owner),
    created_at: row.created_at,
    updated_at: row.updated_at,
    revision: row.revision,
    failures: row.failures,
    last_run: row.last_run && runFrom(row.last_run),
    is_editable: row.is_editable,
  }
}

/** Runs with the words on those of their pictures that still exist and that the caller may see. */
export async function withWords(ctx: MemberContext, shown: readonly Run[]): Promise<Run[]> {
  const framesOf = ({ read }: Run) => (read?.sources ?? []).flatMap(({ frame_id }) => frame_id ?? [])
  const words = await wordsOn(ctx, shown.flatMap(framesOf))
  if (words.length === 0) return [...shown]
  return shown.map(run => {
    const frames = framesOf(run)
    const own = words.filter(({ frame_id }) => frames.includes(frame_id))
    return run.read && own.length > 0 ? { ...run, read: { ...run.read, words: own } } : run
  })
}

/** A planned time that is due, and that no server has begun yet, is still to come. */
const afterLastPlanned = ({ next_run_at }: JobRow, now: number) =>
  next_run_at === null ? now : Math.min(now, Date.parse(next_run_at) - 1)
