import { z } from 'zod'
import type { RunRead } from '#shared/contract/jobs/job'
import type { FrameWords } from '#shared/contract/sources/words'
import { can } from '#shared/rules/capabilities'
import type { AppContext } from '../../../platform/app-context'
import { tame } from '../../../platform/model/tame'
import type { MemberContext } from '../../../platform/request-context'
import { runAsPerson } from '../../../platform/run-as'
import { sandbox } from '../../../platform/sandbox/sandbox'
import { findTasksBy } from '../../tasks/service'
import type { StoredJob } from '../store'
import type { ReadLogs } from './read-logs'
import { RunFailure } from './run-failure'
import type { TakenPicture } from './take-pictures'

const factsAtMost = 50
const tasksAtMost = 200

/** What the code of a job returns; null if it found nothing. */
const CodeAnswer = z
  .object({
    title: z.string().max(200).default(''),
    text: z.string().max(6_000).default(''),
    /** Texts of labels of the job's graph. */
    labels: z.array(z.string().max(100)).max(5).default([]),
    noteworthy: z.boolean().default(false),
    /** Whatever else a model of the job is to know. */
    facts: z
      .record(z.string().max(80), z.union([z.number(), z.boolean(), z.string().max(300)]))
      .refine(facts => Object.keys(facts).length <= factsAtMost, `At most ${factsAtMost} facts.`)
      .default({}),
  })
  .nullable()
export type CodeAnswer = z.infer<typeof CodeAnswer>

interface Seen {
  pictures: readonly TakenPicture[]
  logs: ReadLogs
  read: RunRead
  words: readonly FrameWords[]
}

/**
 * Runs the code of a job over what the run saw and the open tasks that its owner may see, those of the job’s spaces if it
 * has any, if its owner may still use code [D30]. Notes in `read` what the code
 * printed. Undefined for a job without code. Throws {@link RunFailure}.
 */
export async function runCustomCode(
  app: AppContext,
  owner: { organization_id: number; user_id: number },
  { custom_code, write_space_ids }: Pick<StoredJob, 'custom_code' | 'write_space_ids'>,
  { pictures, logs, read, words }: Seen,
): Promise<CodeAnswer | undefined> {
  if (custom_code === null) return undefined
  const tasks = await runAsPerson(app, owner, async ctx =>
    can(ctx.member, 'jobs.custom_code') ? await openTasks(ctx, write_space_ids) : null,
  )
  if (tasks === null) throw new RunFailure('not_allowed', false, read)
  const input = {
    frames: pictures.map(({ name, frame }) => ({
      source: name,
      taken_at: frame.taken_at,
      measured: measuredOf(name, read.measured),
      words: words.find(({ frame_id }) => frame_id === frame.id)?.areas ?? [],
    })),
    logs,
    tasks,
    now: new Date(app.clock.now()).toISOString(),
  }
  const result = await sandbox(app).run(custom_code, input, CodeAnswer)
  read.code = { error: result.ok ? null : result.message, printed: result.printed }
  if (!result.ok) throw new RunFailure(result.reason === 'slow' ? 'code_slow' : 'code_failed', false, read)
  // Logs that the code read may say anything, so its words are as plain as those of a model.
  const { value } = result
  return value && { ...value, title: tame(value.title), text: value.text.split('\n').map(tame).join('\n').trim() }
}

/** The most urgent open tasks that somebody may see: of these spaces, or of all if there are none. */
async function openTasks(ctx: MemberContext, branch_ids: readonly number[]) {
  const { rows } = await findTasksBy(ctx, { ...(branch_ids.length > 0 && { branch_ids }) }, tasksAtMost)
  return rows.map(({ id, title, status, priority, branch_name, people, labels, estimate_minutes, deadline }) => ({
    ...{ task_id: id, title, status, priority, labels, estimate_minutes, deadline },
    space: branch_name,
    assignees: people.map(({ name }) => name),
  }))
}

/** The numbers of one source, named without it: `change`, `Gate: brightness`. */
const measuredOf = (name: string, measured: RunRead['measured']) =>
  Object.fromEntries(
    Object.entries(measured)
      .filter(([key]) => key.startsWith(`${name}: `) || key.startsWith(`${name}, `))
      .map(([key, value]) => [key.slice(name.length + 2), value]),
  )
