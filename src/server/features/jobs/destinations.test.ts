import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteJob, runJob, updateJob } from '#shared/contract/jobs/endpoints'
import type { Job, Run } from '#shared/contract/jobs/job'
import { getMessages, listChats, openSpaceChat } from '#shared/contract/messages/endpoints'
import { addBranch, listBranches, manageBranchUsers } from '#shared/contract/organisations/branches'
import { removeUser } from '#shared/contract/organisations/people'
import { createTask, tasksByIds, updateTasks } from '#shared/contract/tasks/endpoints'
import { type JobsYard, openJobsYard, settled } from './test-jobs'

let yard: JobsYard
let shed: number
let primary: number
beforeAll(async () => {
  yard = await openJobsYard()
  const { maya, dev } = yard
  primary = (await maya.call(listBranches, {}))[0]?.id ?? 0
  shed = (await maya.call(addBranch, { branch_name: 'Shed', is_open_branch: false })).id
  await maya.call(manageBranchUsers, { branch_id: shed, users_to_be_added: [dev.user_id] })
})
afterAll(() => yard.device.close())

async function ran({ instruction_id }: Job): Promise<Run> {
  await yard.maya.call(runJob, { instruction_id })
  await settled(yard.server)
  const [run] = await yard.runsOf(instruction_id)
  if (!run) throw new Error('There is no run.')
  return run
}

const refused = (status: number, code: string) => ({ status, code })

describe('A job writes to people and spaces [3.15, D29]', () => {
  test('as messages of its bot, with the way to its log and to the job', async () => {
    const { maya, dev, tom, doc_id } = yard
    const destination = { logbook_ids: [doc_id], user_ids: [maya.user_id, dev.user_id], space_ids: [shed] }
    const job = await yard.job({ destination })
    expect(job.destination).toEqual({ ...destination, sends_as: 'message' })
    const run = await ran(job)
    expect(run).toMatchObject({ status: 'succeeded', logs: [{ doc_id }] })
    expect(run.sent.map(({ kind }) => kind)).toEqual(['message', 'message', 'message'])
    const { chat_id } = await dev.call(openSpaceChat, { branch_id: shed })
    const [inSpace] = await dev.call(getMessages, { chat_id })
    expect(inSpace).toMatchObject({
      sender_name: 'Jobs',
      message: run.result?.content,
      details: {
        card: {
          title: run.result?.title,
          links: [
            { kind: 'log', ...run.logs[0] },
            { kind: 'job', instruction_id: job.id, name: 'Yard watch' },
          ],
        },
      },
    })
    for (const person of [maya, dev]) {
      const chat = (await person.call(listChats, {})).find(({ kind }) => kind === 'bot')
      expect(chat).toMatchObject({ participant_name: 'Jobs', unread_messages: 1 })
    }
    expect((await tom.call(listChats, {})).some(({ kind }) => kind === 'bot')).toBe(false)
    await maya.call(deleteJob, { instruction_id: job.id })
  })

  test('as one task in each space for all of the people; an open one stands for the next', async () => {
    const { maya, dev } = yard
    const job = await yard.job({
      instruction_text: 'Gate watch',
      destination: { user_ids: [dev.user_id], space_ids: [shed], sends_as: 'task' },
    })
    const first = await ran(job)
    const [sent] = first.sent
    const task_id = sent?.kind === 'task' ? sent.task_id : 0
    const task = (await dev.call(tasksByIds, { task_ids: [task_id] }))[0]
    expect(task).toMatchObject({
      branch_id: shed,
      assignees: [dev.user_id],
      source: 'job',
      reporter: null,
      origin: { kind: 'job', instruction_id: job.id },
    })
    expect((await ran(job)).sent).toEqual([sent])
    await dev.call(updateTasks, { task_id, status: 'done' })
    const third = await ran(job)
    expect(third.sent).toEqual([{ kind: 'task', task_id: expect.any(Number) }])
    expect(third.sent).not.toEqual([sent])
    await maya.call(deleteJob, { instruction_id: job.id })
  })

  test('in the primary branch, if the task has people and no space', async () => {
    const { maya } = yard
    const job = await yard.job({ destination: { user_ids: [maya.user_id], sends_as: 'task' } })
    const [sent] = (await ran(job)).sent
    const task_ids = sent?.kind === 'task' ? [sent.task_id] : []
    expect(await maya.call(tasksByIds, { task_ids })).toMatchObject([{ branch_id: primary }])
    await maya.call(deleteJob, { instruction_id: job.id })
  })

  test('only as its owner may: spaces that they see, members, and tasks for others with the right to assign', async () => {
    const { maya, dev, tom, lena, zoe, doc_id } = yard
    const reads = { source: { logbook_ids: [doc_id] } }
    const fails = (destination: object, status: number, code: string, by = lena) =>
      expect(yard.job({ ...reads, destination }, by)).rejects.toMatchObject(refused(status, code))
    await fails({ space_ids: [shed] }, 404, 'branch.not_found')
    await fails({ space_ids: [shed], sends_as: 'task' }, 404, 'branch.not_found')
    await fails({ user_ids: [zoe.user_id] }, 404, 'person.not_found')
    await fails({ user_ids: [tom.user_id], sends_as: 'task' }, 403, 'task.assign_missing')
    const blind = { user_ids: [tom.user_id], space_ids: [shed], sends_as: 'task' }
    await fails(blind, 400, 'task.assignee_blind', maya)
    const own = await yard.job({ ...reads, destination: { user_ids: [dev.user_id] } }, lena)
    expect(own.destination.user_ids).toEqual([dev.user_id])
    await expect(
      lena.call(updateJob, { instruction_id: own.id, destination: { user_ids: [dev.user_id], sends_as: 'task' } }),
    ).rejects.toMatchObject(refused(403, 'task.assign_missing'))
    await lena.call(deleteJob, { instruction_id: own.id })
  })

  test('and fails aloud, writing nothing at all, when somebody is gone', async () => {
    const { maya, server, doc_id } = yard
    const kim = await server.person({ name: 'Kim Park' })
    await maya.invites(kim)
    const job = await yard.job({ destination: { logbook_ids: [doc_id], user_ids: [maya.user_id, kim.user_id] } })
    await maya.call(removeUser, { user_to_be_removed: kim.user_id })
    expect(await ran(job)).toMatchObject({ status: 'failed', reason: 'destination_gone', logs: [], sent: [] })
    await maya.call(deleteJob, { instruction_id: job.id })
  })

  test('and its code reads the open tasks that its owner may see, those of its spaces if it has any [D30]', async () => {
    const { maya, dev } = yard
    await maya.call(createTask, { branch_id: primary, title: 'Count the chains' })
    await dev.call(createTask, { branch_id: shed, title: 'Oil the gate', assignees: [dev.user_id] })
    const done = await maya.call(createTask, { branch_id: shed, title: 'Paint the gate' })
    await maya.call(updateTasks, { task_id: done.id, status: 'done' })
    const custom_code = `return { title: 'Open', text: tasks.map(task => task.title + ': ' + task.assignees).join('; ') }`
    const titles = async (space_ids: number[]) => {
      const job = await yard.job({ source: { custom_code }, destination: { space_ids } })
      const { result } = await ran(job)
      await maya.call(deleteJob, { instruction_id: job.id })
      return result?.content
    }
    expect(await titles([shed])).toBe('Gate watch: Dev Anand; Oil the gate: Dev Anand')
    expect(await titles([])).toContain('Count the chains')
  })
})
