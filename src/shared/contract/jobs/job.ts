import { z } from 'zod'
import { pictureLimits, pictureRegions, pictureRule } from '../../rules/picture-rules'
import { Id, Instant, Person, TimeZone, text, WallTime } from '../common'
import { LabelAssignment, LogLabel } from '../graphs/label'
import { FrameWords } from '../sources/words'
import { job } from './limits'

/** A part of each local day; it goes over midnight if `to_time` is not after `from_time`. `to_time` is left out. */
const AllowedTimeRange = z.object({ from_time: WallTime, to_time: WallTime })

const scheduleShape = {
  instruction_one_time: Instant.nullable(),
  minute_interval: z.int().min(1).max(525_600).nullable(),
  instruction_schedule: z.string().trim().max(120).nullable(),
  timezone: TimeZone,
  allowed_time_ranges: z.array(AllowedTimeRange).max(job.ranges),
  /** 1 is Monday; null means every day. A range that goes over midnight belongs to the day on which it begins. */
  allowed_weekdays: z.array(z.int().min(1).max(7)).min(1).max(7).nullable(),
  instruction_valid_till: Instant.nullable(),
  instruction_max_executions: z.int().min(1).max(1_000_000).nullable(),
  /** The person within whose working hours the job runs [3.15]; null means at any time. */
  connect_user_workhours: Id.nullable(),
} as const

/**
 * When a job runs [D28]: exactly one of `instruction_one_time`, `minute_interval` and `instruction_schedule` (a cron
 * expression with five fields) is set.
 */
export const JobSchedule = z.object({
  ...scheduleShape,
  instruction_one_time: scheduleShape.instruction_one_time.default(null),
  minute_interval: scheduleShape.minute_interval.default(null),
  instruction_schedule: scheduleShape.instruction_schedule.default(null),
  allowed_time_ranges: scheduleShape.allowed_time_ranges.default([]),
  allowed_weekdays: scheduleShape.allowed_weekdays.default(null),
  instruction_valid_till: scheduleShape.instruction_valid_till.default(null),
  instruction_max_executions: scheduleShape.instruction_max_executions.default(null),
  connect_user_workhours: scheduleShape.connect_user_workhours.default(null),
})
export type JobSchedule = z.infer<typeof JobSchedule>

/** The body of a function that a run calls, in JavaScript [D30]. Null for a job without code. */
export const CustomCode = z
  .string()
  .max(job.codeLength)
  .transform(code => (code.trim() === '' ? null : code))
  .nullable()

/**
 * What a job reads: cameras, screens of people, the newest logs of logbooks with the values of their graphs, new meetings,
 * and the result of its own code [D30].
 */
export const JobSource = z.object({
  feed_ids: z.array(Id).max(job.sources).default([]),
  user_ids: z.array(Id).max(job.sources).default([]),
  logbook_ids: z.array(Id).max(job.sources).default([]),
  custom_code: CustomCode.default(null),
  /** Whether it reads the transcripts of the meetings that its owner may read and that ended since its last run. */
  new_meetings: z.boolean().default(false),
  /** How many minutes old a picture may be that counts where a new one cannot be taken; null if none does. */
  newest_within: z.int().min(1).max(job.oldestPictureMinutes).nullable().default(null),
})
export type JobSource = z.infer<typeof JobSource>

/** How a job writes to people and spaces: a message for each of them, or one task in each space for all of the people. */
export const SendsAs = z.enum(['message', 'task'])

/** Where a job writes [3.15]: logs into logbooks, messages or tasks to people and spaces. */
export const JobDestination = z.object({
  logbook_ids: z.array(Id).max(job.destinations).default([]),
  user_ids: z.array(Id).max(job.destinations).default([]),
  space_ids: z.array(Id).max(job.destinations).default([]),
  sends_as: SendsAs.default('message'),
})
export type JobDestination = z.infer<typeof JobDestination>

/** A rule over pictures that puts a sentence and a label into the log while it holds. */
export const LookRule = z.object({
  rule: pictureRule,
  /** What the log says: "The gate is open." */
  text: z.string().trim().max(200).default(''),
  label: LabelAssignment.nullable().default(null),
})
export type LookRule = z.infer<typeof LookRule>

/** How a job looks at pictures without a model: parts of the picture, and rules over what is measured there. */
export const Look = z.object({
  regions: pictureRegions.default([]),
  rules: z
    .array(LookRule)
    .max(pictureLimits.rules)
    .refine(rules => new Set(rules.map(({ rule }) => rule.id)).size === rules.length, 'Each rule has its own id.')
    .default([]),
  /** Whether words and numbers on the pictures are read and kept with them [D48]. */
  reads_words: z.boolean().default(false),
})
export type Look = z.infer<typeof Look>

/** `always`: a log for each run. `when_noteworthy`: only if a rule holds, or the model says that it matters. */
export const WritesWhen = z.enum(['always', 'when_noteworthy'])

const settable = {
  /** The name. */
  instruction_text: text(job.nameLength),
  instruction_description: z.string().trim().max(job.descriptionLength),
  /** What the job is to do, for the model. */
  prompt: z.string().trim().max(job.promptLength),
  source: JobSource,
  destination: JobDestination,
  /** The graph whose labels the job may give to its logs; it belongs to one of its logbooks. */
  graph_id: Id.nullable(),
  look: Look,
  writes_when: WritesWhen,
} as const

/** The fields that a person sets. */
export const JobFields = z.object({
  ...settable,
  ...JobSchedule.shape,
  instruction_description: settable.instruction_description.default(''),
  prompt: settable.prompt.default(''),
  source: JobSource.prefault({}),
  destination: JobDestination.prefault({}),
  graph_id: settable.graph_id.default(null),
  look: Look.prefault({}),
  writes_when: settable.writes_when.default('always'),
})
export type JobFields = z.infer<typeof JobFields>

/** The same for a change: what is left out stays. */
export const ChangedJobFields = z.object({ ...settable, ...scheduleShape }).partial()
export type ChangedJobFields = z.infer<typeof ChangedJobFields>

export const JobStatus = z.enum(['active', 'paused', 'completed', 'expired'])
export type JobStatus = z.infer<typeof JobStatus>

/** Who or what paused a job [D28]. */
export const PauseCause = z.enum([
  'person',
  'failures',
  'source_gone',
  'owner_gone',
  'plan',
  'no_working_hours',
  'operator',
])
export type PauseCause = z.infer<typeof PauseCause>

export const RunKind = z.enum(['planned', 'adhoc', 'sync'])
export const RunStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'skipped'])
export type RunStatus = z.infer<typeof RunStatus>

/** Why a run failed or was skipped, as stable codes that clients translate. */
export const RunReason = z.enum([
  'no_picture',
  'not_shared',
  'source_gone',
  'not_allowed',
  'destination_gone',
  'model_failed',
  'model_slow',
  'picture_unreadable',
  'code_failed',
  'code_slow',
  'paused',
  'server_stopped',
  'unexpected',
])
export type RunReason = z.infer<typeof RunReason>

/** Why the words on pictures could not be read [D48]: the server has no reader; it failed; it was too slow; too many wait. */
const WordsMissing = z.enum(['no_reader', 'failed', 'slow', 'busy'])

/** What a run read, for the owner of the job. */
export const RunRead = z.object({
  sources: z.array(
    z.object({
      name: z.string(),
      frame_id: z.uuid().nullable(),
      reason: RunReason.nullable(),
      taken_at: Instant.nullable(),
    }),
  ),
  logs: z.int(),
  meetings: z.array(z.object({ doc_id: Id, name: z.string() })).optional(),
  measured: z.record(z.string(), z.number()),
  /** What was read on its pictures, as far as they still exist. It is kept with the pictures, not with the run [D48]. */
  words: z.array(FrameWords).optional(),
  /** Why words were not read although the job asks for it. */
  words_missing: WordsMissing.optional(),
  /** What the code of the job printed, and why it failed. */
  code: z.object({ error: z.string().nullable(), printed: z.array(z.string()) }).optional(),
})
export type RunRead = z.infer<typeof RunRead>

/** What a job would write, or wrote. `log_id` is null if nothing was written. */
export const RunResult = z.object({
  title: z.string(),
  content: z.string(),
  labels: z.array(LogLabel),
  frame_ids: z.array(z.uuid()),
})
export type RunResult = z.infer<typeof RunResult>

/** A message or task that a run wrote. A task that was open already stands for a new one with the same title. */
const Sent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), chat_id: Id, message_id: Id }),
  z.object({ kind: z.literal('task'), task_id: Id }),
])

/** What people say about the result of a run. */
export const RunVerdict = z.enum(['right', 'wrong'])
export type RunVerdict = z.infer<typeof RunVerdict>

/** One run [D29]. `missed` counts earlier planned times that this run makes up for. */
export const Run = z.object({
  run_id: Id,
  instruction_id: Id,
  kind: RunKind,
  planned_at: Instant.nullable(),
  status: RunStatus,
  reason: RunReason.nullable(),
  missed: z.int(),
  attempts: z.int(),
  started_at: Instant.nullable(),
  ended_at: Instant.nullable(),
  result: RunResult.nullable(),
  verdict: RunVerdict.nullable().default(null),
  logs: z.array(z.object({ doc_id: Id, log_id: Id })),
  sent: z.array(Sent).default([]),
  read: RunRead.nullable(),
  model: z.string().nullable(),
  tokens: z.object({ input: z.int(), output: z.int() }).nullable(),
})
export type Run = z.infer<typeof Run>

export const Reference = z.object({ id: z.uuid(), url: z.string().nullable() })

/** A job, called future instruction on the wire [3.15]. */
export const Job = JobFields.extend({
  id: Id,
  instruction_id: Id,
  is_repeat: z.boolean(),
  status: JobStatus,
  pause_cause: PauseCause.nullable(),
  pause_reason: z.string().nullable(),
  /** Who paused it; null unless a person did, who still has an account. */
  paused_by: Person.nullable(),
  instruction_executions: z.int(),
  instruction_completed_at: Instant.nullable(),
  /** The next five planned times; empty unless active. */
  next_runs: z.array(Instant),
  references: z.array(Reference),
  /** A signed address of the mask; what lies outside it is blurred before anybody but the owner sees it [D29]. */
  overlay_frame_url: z.string().nullable(),
  model: z.string().nullable(),
  created_by: Person.nullable(),
  created_at: Instant,
  updated_at: Instant,
  /** Counts changes of what a person sets. */
  revision: z.int(),
  failures: z.int(),
  last_run: Run.nullable(),
  is_editable: z.boolean(),
})
export type Job = z.infer<typeof Job>

/** The number and name of a job, for who may see it. */
const NamedJob = z.object({ instruction_id: Id.nullable(), name: z.string().nullable() })

/** What jobs are writing into a logbook now, and which do not write there although they should. */
export const LogbookJobs = z.object({
  writing: z.array(NamedJob.extend({ started_at: Instant })),
  /** `silent_since` is the last time at which the job did its work. */
  silent: z.array(
    NamedJob.extend({ silent_since: Instant, reason: RunReason.nullable(), pause_cause: PauseCause.nullable() }),
  ),
  /** Cameras that active jobs look at for this logbook, as far as the caller may see them. */
  camera_ids: z.array(Id),
})
export type LogbookJobs = z.infer<typeof LogbookJobs>

/** A change of a job, with the former values of the changed fields. */
export const JobChange = z.object({
  revision: z.int(),
  changed_at: Instant,
  changed_by: Person.nullable(),
  was: z.record(z.string(), z.unknown()),
})
export type JobChange = z.infer<typeof JobChange>

/** Active jobs that read the words on the pictures of a source [D48]. */
export const WordsReaders = z.array(NamedJob)
export type WordsReaders = z.infer<typeof WordsReaders>

/** What the runs of a job took in a month. `cost` is null unless the operator has named the prices of the model. */
export const JobUsage = z.object({
  month: z.string(),
  runs: z.int(),
  failed: z.int(),
  seconds: z.number(),
  tokens: z.object({ input: z.int(), output: z.int() }),
  cost: z.number().nullable(),
  currency: z.string().nullable(),
})
export type JobUsage = z.infer<typeof JobUsage>
