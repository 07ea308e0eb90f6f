import { z } from 'zod'
import { Id } from '#shared/contract/common'
import { JobDestination, JobSchedule, JobSource } from '#shared/contract/jobs/job'
import { apiError } from '#shared/errors'
import { can } from '#shared/rules/capabilities'
import type { MemberContext } from '../../platform/request-context'
import { type ActionTool, nothingRead, type Performed, type Proposal } from '../../platform/tool'
import { lockEditable, update } from './jobs-service'
import { type JobChange, jobActionSayings } from './mate-actions-sayings.data'
import { requestedChange } from './mate-changes'
import { NewJob, requestedJob } from './mate-new-job'
import { requireReachable } from './rights'
import { runNow } from './runs-service'
import { nextTime } from './schedule'
import { findJob } from './store'

const OfJob = z.object({ instruction_id: Id })
type OfJob = z.output<typeof OfJob>

type Perform = (ctx: MemberContext, instruction_id: number) => Promise<void>

/** An action on a job that exists. It does exactly what the endpoint does, and refuses what that refuses. */
function changeOfJob(change: JobChange, { deed, perform }: { deed: string; perform: Perform }): ActionTool<OfJob> {
  return {
    kind: `${change}_job`,
    name: `propose_${change}_job`,
    description: `Proposes to ${deed} (\`instruction_id\` is the \`id\` from find_jobs), when the member asks you to. Nothing happens by this: the member sees a button, and only pressing that does it. Do not say that it was done.`,
    input: OfJob,
    async run(ctx, { instruction_id }) {
      const job = await findJob(ctx, instruction_id)
      if (!job) throw apiError('job.not_found')
      if (!job.is_editable) throw apiError('job.not_editable')
      const facts = {
        ...nothing,
        kind: `${change}_job` as const,
        job: { id: job.id, name: job.name, fields: null },
      }
      return { facts, references: [], addresses: [`#/jobs/${job.id}`], read: nothingRead }
    },
    async perform(ctx, { job }) {
      if (!job?.id) throw apiError('job.not_found')
      await perform(ctx, job.id)
      return { log_id: null, job }
    },
    label: ({ job }, language) => jobActionSayings[language].label[change](job?.name ?? ''),
    requested: (ctx, question, language) => requestedChange(ctx, change, { question, language }),
  }
}

const nothing = { doc_id: null, doc_name: '', content: '' }

/** Pauses or resumes a job. One that is so already stays as it is, with the reason that it has. */
async function setStatus(ctx: MemberContext, instruction_id: number, status: 'active' | 'paused'): Promise<void> {
  const job = await lockEditable(ctx, instruction_id)
  if (job.status !== status) await update(ctx, { instruction_id, status })
}

export const proposeJobPause = changeOfJob('pause', {
  deed: 'pause a job',
  perform: (ctx, id) => setStatus(ctx, id, 'paused'),
})

export const proposeJobResume = changeOfJob('resume', {
  deed: 'resume a paused job',
  perform: (ctx, id) => setStatus(ctx, id, 'active'),
})

export const proposeJobRun = changeOfJob('run', {
  deed: 'run a job once, now',
  async perform(ctx, instruction_id) {
    await runNow(ctx, { instruction_id })
  },
})

/** Proposes a job that the person checks and saves in the editor. Nothing is stored as a job before that. */
export const proposeJob: ActionTool<NewJob> = {
  kind: 'make_job',
  name: 'propose_job',
  description:
    'Proposes a new scheduled job, when the member asks you to make one. `prompt` is what it does at each run, in the member’s words; `schedule` has exactly one of `minute_interval`, `instruction_schedule` (five cron fields, in the member’s time zone) and `instruction_one_time`; `allowed_weekdays` are 1 (Monday) to 7. `camera_ids` and `screen_user_ids` are the numbers in the addresses of find_sources, logbook ids come from find_logbooks. Leave out what the member did not say. Nothing is created by this: the member sees a button that opens the editor, and only saving there creates the job. Do not say that it was created.',
  input: NewJob,
  async run(ctx, asked) {
    if (!can(ctx.member, 'jobs.create')) throw apiError('permission.missing')
    const fields = fieldsOf(ctx, asked)
    await requireReachable(ctx, fields)
    if (asked.schedule) requireTime(ctx, JobSchedule.parse(fields))
    const name = asked.name ?? ''
    const facts: Proposal = { ...nothing, kind: 'make_job', content: asked.prompt, job: { id: null, name, fields } }
    return { facts, references: [], read: nothingRead }
  },
  /** The client created the job; here it becomes the outcome of the proposal. */
  async perform(ctx, _proposal, instruction_id): Promise<Performed> {
    if (instruction_id === undefined) throw apiError('mate.option_not_found')
    const job = await findJob(ctx, instruction_id)
    if (job?.owner_id !== ctx.caller.user_id) throw apiError('job.not_found')
    return { log_id: null, job: { id: job.id, name: job.name, fields: null } }
  },
  label: (_proposal, language) => jobActionSayings[language].openEditor,
  requested: requestedJob,
}

/** The known fields of a new job, in the time zone of the person. */
function fieldsOf({ caller }: MemberContext, asked: NewJob) {
  const { name, prompt, schedule, camera_ids, screen_user_ids, read_logbook_ids, write_logbook_ids } = asked
  return {
    ...(name !== undefined && { instruction_text: name }),
    ...(prompt !== '' && { prompt }),
    ...(schedule && JobSchedule.parse({ ...schedule, timezone: caller.timezone })),
    source: JobSource.parse({ feed_ids: camera_ids, user_ids: screen_user_ids, logbook_ids: read_logbook_ids }),
    destination: JobDestination.parse({ logbook_ids: write_logbook_ids }),
    ...(asked.writes_when && { writes_when: asked.writes_when }),
  }
}

function requireTime(ctx: MemberContext, schedule: JobSchedule): void {
  const next = nextTime({ schedule, scheduled_at: ctx.now, executions: 0, working_hours: null }, ctx.app.clock.now())
  if (next === null) throw apiError('job.never_runs')
}
