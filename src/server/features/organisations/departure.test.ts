import { beforeAll, describe, expect, test } from 'vitest'
import { readAudit } from '#shared/contract/audit/endpoints'
import { createDocument, fetchDocument } from '#shared/contract/documents/endpoints'
import { createJob, listJobs, updateJob } from '#shared/contract/jobs/endpoints'
import { manageBranchUsers } from '#shared/contract/organisations/branches'
import { removeUser } from '#shared/contract/organisations/people'
import { addCamera, deleteCamera } from '#shared/contract/sources/cameras'
import { readFeed } from '#shared/contract/sources/endpoints'
import { tasksByIds } from '#shared/contract/tasks/endpoints'
import type { Actor } from '../../../../test/actor'
import { allRefused, openTeam } from '../tasks/test-tasks'

type Team = Awaited<ReturnType<typeof openTeam>>
let team: Team
beforeAll(async () => {
  team = await openTeam()
})

let joined = 0
/** A new member with a private logbook, a running job and tasks in an open and in a closed branch. */
async function busyMember() {
  joined += 1
  const { server, maya, yard, task } = team
  const ida = await server.person({ name: `Ida ${joined}`, email: `ida.${joined}@ridgeway.example` })
  await maya.invites(ida)
  await maya.call(manageBranchUsers, { branch_id: yard, users_to_be_added: [ida.user_id] })
  const { doc_id } = await ida.call(createDocument, {
    document_name: 'Own notes',
    document_type: 'logbook',
    access: 'private',
  })
  const job = await ida.call(createJob, {
    instruction_text: 'Sum up',
    prompt: 'Sum up.',
    minute_interval: 60,
    timezone: 'UTC',
    source: { logbook_ids: [doc_id] },
    destination: { logbook_ids: [doc_id] },
  })
  const open = await task('Oil the chain', { assignees: [ida.user_id] }, ida)
  const closed = await task('Sweep', { branch_id: yard, assignees: [ida.user_id] }, ida)
  return { ida, doc_id, instruction_id: job.instruction_id, open: open.id, closed: closed.id }
}

const jobOf = async (who: Actor, instruction_id: number) =>
  (await who.call(listJobs, {})).find(job => job.instruction_id === instruction_id)

describe('What somebody who leaves had [6.5]', () => {
  test('goes to the person whom an owner names, and jobs stop until they start them', async () => {
    const { maya, lena } = team
    const { ida, doc_id, instruction_id, open, closed } = await busyMember()
    const hidden = { status: 404, code: 'document.not_found' }
    await expect(lena.call(fetchDocument, { doc_id })).rejects.toMatchObject(hidden)

    await maya.call(removeUser, { user_to_be_removed: ida.user_id, handed_to: lena.user_id })

    expect((await lena.call(fetchDocument, { doc_id })).document_name).toBe('Own notes')
    const job = await jobOf(lena, instruction_id)
    expect(job).toMatchObject({ status: 'paused', pause_cause: 'owner_gone', created_by: { user_id: lena.user_id } })
    const resumed = await lena.call(updateJob, { instruction_id, status: 'active' })
    expect(resumed.status).toBe('active')
    const [oil, sweep] = await maya.call(tasksByIds, { task_ids: [open, closed] })
    expect(oil?.assignees).toEqual([lena.user_id])
    // Lena does not see the closed branch.
    expect(sweep?.assignees).toEqual([])
    const [entry] = await maya.call(readAudit, { kind: 'member.removed' })
    expect(entry?.details).toMatchObject({
      handed_to: lena.user_id,
      handed_over: { documents: 1, jobs: 1, tasks: 1, cameras: 0 },
    })
  })

  test('stays with nobody if nobody is named: the job stops at once, tasks have nobody', async () => {
    const { maya } = team
    const { ida, instruction_id, open } = await busyMember()
    await ida.call(removeUser, { user_to_be_removed: ida.user_id })
    expect(await jobOf(maya, instruction_id)).toMatchObject({ status: 'paused', pause_cause: 'owner_gone' })
    const [oil] = await maya.call(tasksByIds, { task_ids: [open] })
    expect(oil?.assignees).toEqual([])
  })

  test('includes their cameras, except those that were deleted; without an heir these stay as they are', async () => {
    const { server, maya, dev, lena } = team
    const joins = async (name: string) => {
      const person = await server.person({ name, email: `${name}@ridgeway.example` })
      await maya.invites(person, 'Manager')
      const camera = async (called: string) =>
        (await person.call(addCamera, { name: called, url: 'http://9.9.9.9/still.jpg' })).camera_id
      return { person, kept: await camera(`${name} gate`), gone: await camera(`${name} shed`) }
    }
    const [nils, olga] = [await joins('Nils'), await joins('Olga')]
    const devs = (await dev.call(addCamera, { name: 'Counter', url: 'http://9.9.9.9/still.jpg' })).camera_id
    for (const { person, gone } of [nils, olga]) await person.call(deleteCamera, { feedId: gone })
    const creatorOf = async (camera_id: number) => {
      const [row] = await server.asOwner<{ by: number }>('select created_by::int as by from cameras where id = $1', [
        camera_id,
      ])
      return row?.by
    }

    await maya.call(removeUser, { user_to_be_removed: nils.person.user_id, handed_to: lena.user_id })
    const [entry] = await maya.call(readAudit, { kind: 'member.removed' })
    expect(entry?.details).toMatchObject({ handed_to: lena.user_id, handed_over: { cameras: 1 } })
    expect(await creatorOf(nils.kept)).toBe(lena.user_id)
    expect(await creatorOf(nils.gone)).toBe(nils.person.user_id)
    expect([await creatorOf(devs), await creatorOf(olga.kept)]).toEqual([dev.user_id, olga.person.user_id])

    await maya.call(removeUser, { user_to_be_removed: olga.person.user_id })
    expect(await creatorOf(olga.kept)).toBe(olga.person.user_id)
    const seen = (await maya.call(readFeed, {})).accessible_cctv_feeds.map(({ name }) => name)
    expect(seen).toEqual(expect.arrayContaining(['Nils gate', 'Olga gate', 'Counter']))
  })

  test('is handed over by those who do not see everything only to owners and admins [D41]', async () => {
    const { maya, dev, zoe } = team
    const { ida, doc_id } = await busyMember()
    const remove = (handed_to: number) => dev.call(removeUser, { user_to_be_removed: ida.user_id, handed_to })
    await allRefused({ status: 403, code: 'handover.owner_needed' }, [remove(dev.user_id)])
    await allRefused({ status: 404, code: 'person.not_found' }, [remove(zoe.user_id), remove(ida.user_id)])
    expect((await ida.call(fetchDocument, { doc_id })).doc_id).toBe(doc_id)
    await remove(maya.user_id)
    expect((await maya.call(fetchDocument, { doc_id })).createdby?.user_id).toBe(maya.user_id)
  })

  test('goes to anybody when they leave by themselves', async () => {
    const { tom } = team
    const { ida, doc_id } = await busyMember()
    await ida.call(removeUser, { user_to_be_removed: ida.user_id, handed_to: tom.user_id })
    expect((await tom.call(fetchDocument, { doc_id })).doc_id).toBe(doc_id)
  })
})
