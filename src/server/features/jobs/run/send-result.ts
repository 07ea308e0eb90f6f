import type { Run } from '#shared/contract/jobs/job'
import type { Card } from '#shared/contract/messages/card'
import { messages as messageLimits } from '#shared/contract/messages/limits'
import { task as taskLimits } from '#shared/contract/tasks/limits'
import type { MemberContext } from '../../../platform/request-context'
import { postForJob } from '../../messages/service'
import { createForJob } from '../../tasks/service'
import { requireReachable } from '../rights'
import type { StoredJob } from '../store'

/**
 * Writes what a run found to the people and spaces of its job, as messages or as tasks, with the rights that the job’s
 * owner has now. It is called in the transaction that ends the run, so that nothing is written twice [D29].
 */
export async function sendResult(
  ctx: MemberContext,
  job: StoredJob,
  { run_id, title, content, logs }: { run_id: number; title: string; content: string; logs: Run['logs'] },
): Promise<Run['sent']> {
  const { write_user_ids: user_ids, write_space_ids: branch_ids, sends_as } = job
  if (user_ids.length + branch_ids.length === 0) return []
  const [log] = logs
  const named = title || job.name
  if (sends_as === 'task') {
    const task_ids = await createForJob(
      ctx,
      {
        title: named.slice(0, taskLimits.titleLength),
        description: content.slice(0, taskLimits.descriptionLength),
        origin: log ? { kind: 'log', ...log } : { kind: 'job', instruction_id: job.id },
      },
      { branch_ids, user_ids },
    )
    return task_ids.map(task_id => ({ kind: 'task', task_id }))
  }
  const destination = { logbook_ids: [], user_ids, space_ids: branch_ids, sends_as }
  await requireReachable(ctx, { source: nothing, destination })
  const card: Card = {
    title: named.slice(0, messageLimits.cardTitle),
    tone: 'neutral',
    fields: [],
    url: null,
    links: [
      ...(log ? [{ kind: 'log' as const, ...log }] : []),
      { kind: 'job', instruction_id: job.id, name: job.name },
    ],
  }
  const message = { client_id: `run ${run_id}`, text: content.slice(0, messageLimits.textLength), card }
  const sent: Run['sent'] = []
  const targets = [
    ...branch_ids.toSorted((one, other) => one - other).map(branch_id => ({ branch_id })),
    ...user_ids.map(user_id => ({ user_id })),
  ]
  for (const target of targets) sent.push({ kind: 'message', ...(await postForJob(ctx, message, target)) })
  return sent
}

const nothing = {
  feed_ids: [],
  user_ids: [],
  logbook_ids: [],
  custom_code: null,
  new_meetings: false,
  newest_within: null,
}
