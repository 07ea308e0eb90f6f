import { createJob, createPrompt, listRuns, runJob, updateJob } from '#shared/contract/jobs/endpoints'
import { addComment, reactToComment } from '#shared/contract/tasks/comments'
import { createTask, updateTasks } from '#shared/contract/tasks/endpoints'
import { createView } from '#shared/contract/tasks/views'
import { eventually } from '#shared/testing/eventually'
import type { Actor } from './actor'

/** A job with a run that read the secret, and a prompt that names it. */
export async function jobWith(
  owner: Actor,
  { secret, doc_id, graph_id }: { secret: string; doc_id: number; graph_id: number },
): Promise<{ instruction_id: number; prompt_id: number }> {
  const { instruction_id } = await owner.call(createJob, {
    instruction_text: `Watch of the ${secret}`,
    prompt: `Say where the ${secret} is.`,
    minute_interval: 1_440,
    timezone: 'UTC',
    source: { logbook_ids: [doc_id] },
    destination: { logbook_ids: [doc_id] },
    graph_id,
  })
  await owner.call(updateJob, { instruction_id, instruction_description: `Nobody knows of the ${secret}.` })
  await owner.call(runJob, { instruction_id })
  await eventually(async () => {
    const [run] = await owner.call(listRuns, { instruction_id })
    if (run?.status !== 'succeeded') throw new Error(`The run is ${run?.status}.`)
  })
  const { prompt_id } = await owner.call(createPrompt, { name: `The ${secret}`, text: `Find the ${secret}.` })
  return { instruction_id, prompt_id }
}

/**
 * A task that waits for another one, with a comment that contains the secret and links to a document, a reaction, and a
 * mention of the owner.
 */
export async function taskWith(
  owner: Actor,
  colleague: Actor,
  { secret, branch_id, doc_id }: { secret: string; branch_id: number; doc_id: number },
): Promise<{ task_id: number; comment_id: number; view_id: number }> {
  const first = await owner.call(createTask, { branch_id, title: `Look for the ${secret}` })
  const { task_id } = await owner.call(createTask, { branch_id, title: `Bring the ${secret}`, depends_on: [first.id] })
  const deadline = '2027-01-04T09:00:00.000Z'
  const assignees = [colleague.user_id]
  await owner.call(updateTasks, { task_id, description: `The ${secret} is here.`, assignees, deadline })
  await colleague.call(addComment, { task_id, comment: 'Is it there?', mentions: [owner.user_id] })
  const { comment_id } = await owner.call(addComment, { task_id, comment: `I saw the [${secret}](#/docs/${doc_id}).` })
  await owner.call(reactToComment, { comment_id, emoji: '👀' })
  const view = { name: `Tasks of the ${secret}`, branch_id, settings: { query: secret } }
  const { view_id } = await owner.call(createView, view)
  return { task_id, comment_id, view_id }
}
