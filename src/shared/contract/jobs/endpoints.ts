import { z } from 'zod'
import { Id, Instant, Nothing, text } from '../common'
import { endpoint, member, pagedList, signedIn } from '../endpoint'
import { Source } from '../sources/endpoints'
import {
  ChangedJobFields,
  CustomCode,
  Job,
  JobChange,
  JobFields,
  JobSchedule,
  JobStatus,
  JobUsage,
  LogbookJobs,
  PauseCause,
  Run,
  RunRead,
  RunReason,
  RunResult,
  RunStatus,
  RunVerdict,
  WordsReaders,
} from './job'
import { job } from './limits'

export const listJobs = pagedList({
  method: 'POST',
  reads: true,
  path: '/future_instructions/list',
  summary:
    'Lists the jobs that the caller may see, the newest first: those that are active or paused, or with `only_completed` those that ended. `query` is looked for in what a job says, and in the names of its owner and of its logbooks and sources that the caller may see.',
  access: member(),
  body: z.object({
    only_completed: z.boolean().default(false),
    query: z.string().trim().max(200).optional(),
    logbook_id: Id.optional(),
    camera_id: Id.optional(),
    owner_id: Id.optional(),
  }),
  item: Job,
})

const id = z.object({ instruction_id: Id })

export const readJob = endpoint({
  method: 'POST',
  reads: true,
  path: '/future_instructions/fetch',
  summary: 'Returns a job.',
  access: member(),
  body: id,
  answer: Job,
})

export const createJob = endpoint({
  method: 'POST',
  path: '/future_instructions/create',
  summary: 'Creates a job, which runs with the rights of its creator from then on.',
  access: member({ can: 'jobs.create' }),
  body: JobFields,
  answer: Job,
})

export const updateJob = endpoint({
  method: 'POST',
  path: '/future_instructions/update',
  summary:
    'Changes a job: the given fields, or its `status` to `active` or `paused` with a `pause_reason`. A job that ended starts again when its schedule has a time in the future.',
  access: member(),
  body: ChangedJobFields.extend({
    instruction_id: Id,
    status: JobStatus.extract(['active', 'paused']).optional(),
    pause_reason: z.string().trim().max(300).optional(),
  }),
  answer: Job,
})

export const deleteJob = endpoint({
  method: 'POST',
  path: '/future_instructions/delete',
  summary: 'Deletes a job and its runs. The logs that it wrote stay.',
  access: member(),
  body: id,
  answer: Nothing,
})

export const setCustomCode = endpoint({
  method: 'PUT',
  path: '/future_instructions/custom_code',
  summary:
    'Sets the code of a job: the body of a function of `frames`, `logs`, `tasks` and `now` that returns a title, a text, labels, facts and whether it is noteworthy. Null removes it.',
  access: member({ can: 'jobs.custom_code' }),
  body: id.extend({ custom_code: CustomCode }),
  answer: Job,
})

export const runJob = endpoint({
  method: 'POST',
  path: '/future_instructions/adhoc',
  summary: 'Runs a job once, now. Its planned times stay.',
  access: member(),
  perMinute: 30,
  body: id,
  answer: Run,
})

export const syncJob = endpoint({
  method: 'POST',
  path: '/future_instructions/sync_now',
  summary: 'Makes up for the newest planned time if it failed or was skipped.',
  access: member(),
  perMinute: 30,
  body: id,
  answer: Run,
})

export const tryOutJob = endpoint({
  method: 'POST',
  path: '/future_instructions/try_out',
  summary: 'Looks once as a job with these fields would, writes nothing, and returns what it would write.',
  access: member({ can: 'jobs.create' }),
  reads: true,
  perMinute: 20,
  body: JobFields.extend({ instruction_id: Id.optional() }),
  answer: z.object({ result: RunResult.nullable(), reason: RunReason.nullable(), read: RunRead }),
})

export const previewSchedule = endpoint({
  method: 'POST',
  reads: true,
  path: '/future_instructions/preview',
  summary: 'Returns the next five times of a schedule, and how many runs it plans in the 24 hours from the first.',
  access: member(),
  body: JobSchedule,
  answer: z.object({ next_runs: z.array(Instant), runs_a_day: z.int().min(0) }),
})

export const listRuns = pagedList({
  method: 'POST',
  reads: true,
  path: '/future_instructions/runs',
  summary: 'Lists the runs of a job, the newest first.',
  access: member(),
  body: id,
  item: Run,
})

export const judgeRun = endpoint({
  method: 'POST',
  path: '/future_instructions/runs/verdict',
  summary:
    'Says whether the result of a run is right, for everybody who sees the job; null takes that back. A model that the job asks is shown the newest results that people judged.',
  access: member(),
  body: id.extend({ run_id: Id, verdict: RunVerdict.nullable() }),
  answer: Run,
})

export const listJobChanges = pagedList({
  method: 'POST',
  reads: true,
  path: '/future_instructions/history',
  summary: 'Lists who changed a job when, and what it was before, the newest first.',
  access: member(),
  body: id,
  item: JobChange,
})

export const readJobUsage = endpoint({
  method: 'POST',
  reads: true,
  path: '/future_instructions/usage',
  summary: 'Returns what the runs of a job took since the first day of the month: runs, time, tokens and cost.',
  access: member(),
  body: id,
  answer: JobUsage,
})

export const listLogbookJobs = endpoint({
  method: 'POST',
  reads: true,
  path: '/future_instructions/of_logbook',
  summary:
    'Returns which jobs are writing into a logbook that the caller may read, and which have fallen silent since when.',
  access: member(),
  body: z.object({ doc_id: Id }),
  answer: LogbookJobs,
})

export const changeReferences = endpoint({
  method: 'POST',
  path: '/future_instructions/manage_references',
  summary: 'Sets the pictures that a job compares with, as ids of frames that the caller may see. They are kept.',
  access: member(),
  body: id.extend({ references: z.array(z.uuid()).max(job.references) }),
  answer: Job,
})

export const manageFrame = endpoint({
  method: 'POST',
  path: '/future_instructions/manage_frame',
  summary:
    'Keeps a picture that a run of the job looked at beyond its time, or with `keep: false` lets it expire again.',
  access: member(),
  body: id.extend({ frame_id: z.uuid(), keep: z.boolean() }),
  answer: Job,
})

export const setOverlay = endpoint({
  method: 'PUT',
  path: '/future_instructions/overlay',
  summary:
    'Sets the area that a job sees, as a PNG in a data URL: what is transparent there is blurred before any model or person but the owner sees it.',
  access: member(),
  bodyBytes: 3_000_000,
  body: id.extend({ image: z.string().max(2_800_000) }),
  answer: Job,
})

export const removeOverlay = endpoint({
  method: 'DELETE',
  path: '/future_instructions/overlay',
  summary: 'Removes the area, so that the job sees whole pictures.',
  access: member(),
  body: id,
  answer: Job,
})

/** A job as operators of the server see it: whether it runs, and nothing of what it reads and writes. */
export const OperatorsJob = z.object({
  instruction_id: Id,
  organization_id: Id,
  instruction_text: z.string(),
  status: JobStatus,
  pause_cause: PauseCause.nullable(),
  next_run_at: Instant.nullable(),
  failures: z.int(),
  run: z.object({ run_id: Id, status: RunStatus, planned_at: Instant.nullable() }).nullable(),
})
export type OperatorsJob = z.infer<typeof OperatorsJob>

export const operateJob = endpoint({
  method: 'POST',
  path: '/sudo/job',
  summary:
    'Lets super users look at a job of any organisation, which they name, pause or resume it, or run it once. Each call is in the audit log of the organisation.',
  access: signedIn(),
  perMinute: 60,
  body: id.extend({ of_organization: Id, action: z.enum(['read', 'pause', 'resume', 'run']) }),
  answer: OperatorsJob,
})

export const listModels = endpoint({
  method: 'POST',
  reads: true,
  path: '/jobs/models',
  summary: 'Lists the models that a job may ask, by name. Jobs that choose none ask the first one.',
  access: member(),
  body: z.object({}),
  answer: z.array(z.string()),
})

export const listWordsReaders = endpoint({
  method: 'POST',
  reads: true,
  path: '/jobs/words_readers',
  summary:
    'Lists the active jobs that read the words on the pictures of a source that the caller may see, or of their own screen. A job that the caller may not see has no name.',
  access: member(),
  body: z.object({ source: Source }),
  answer: WordsReaders,
})

export const setJobModel = endpoint({
  method: 'POST',
  path: '/jobs/model',
  summary: 'Chooses the model that a job asks; null for the one of the server.',
  access: member(),
  body: id.extend({ model: z.string().max(200).nullable() }),
  answer: Job,
})

/** A prompt of the organisation's library. */
export const Prompt = z.object({ prompt_id: Id, name: z.string(), text: z.string() })
export type Prompt = z.infer<typeof Prompt>

const promptFields = { name: text(job.nameLength), text: text(job.promptLength) }

export const listPrompts = endpoint({
  method: 'POST',
  reads: true,
  path: '/jobs/prompts',
  summary: 'Lists the prompts of the library by name.',
  access: member(),
  body: z.object({}),
  answer: z.array(Prompt),
})

export const createPrompt = endpoint({
  method: 'POST',
  path: '/jobs/prompt',
  summary: 'Adds a prompt to the library.',
  access: member({ can: 'jobs.create' }),
  body: z.object(promptFields),
  answer: Prompt,
})

export const updatePrompt = endpoint({
  method: 'PATCH',
  path: '/jobs/prompt',
  summary: 'Changes a prompt: its creator, and who manages all jobs, may do this.',
  access: member({ can: 'jobs.create' }),
  body: z.object({ prompt_id: Id, name: promptFields.name.optional(), text: promptFields.text.optional() }),
  answer: Prompt,
})

export const deletePrompt = endpoint({
  method: 'DELETE',
  path: '/jobs/prompt',
  summary: 'Deletes a prompt: its creator, and who manages all jobs, may do this.',
  access: member({ can: 'jobs.create' }),
  body: z.object({ prompt_id: Id }),
  answer: Nothing,
})

/**
 * Runs of one job that lie close together and ended alike: at the time of the last of them. `log` is what that one
 * wrote.
 */
export const RunMark = z.object({
  instruction_id: Id,
  name: z.string(),
  at: Instant,
  status: RunStatus.extract(['succeeded', 'failed']),
  reason: RunReason.nullable(),
  runs: z.int(),
  log: z.object({ doc_id: Id, log_id: Id }).nullable(),
})
export type RunMark = z.infer<typeof RunMark>

export const listRunMarks = endpoint({
  method: 'POST',
  reads: true,
  path: '/future_instructions/marks',
  summary:
    'Lists when jobs that the caller may see, and that look at a source, wrote something or failed in a range of time. Runs that are too close together for a timeline are counted as one.',
  access: member(),
  body: z.object({ source: Source, from: Instant, to: Instant }),
  answer: z.array(RunMark),
})
