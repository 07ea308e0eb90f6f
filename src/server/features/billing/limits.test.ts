import { beforeAll, describe, expect, test } from 'vitest'
import { readPlanUse } from '#shared/contract/billing/endpoints'
import { createDocument } from '#shared/contract/documents/endpoints'
import { createJob, listJobs, updateJob } from '#shared/contract/jobs/endpoints'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { acceptInvite, invitePeople } from '#shared/contract/organisations/invites'
import { createJoinLink, joinByLink } from '#shared/contract/organisations/join-links'
import { addCamera, deleteCamera, editCamera } from '#shared/contract/sources/cameras'
import { readFeed } from '#shared/contract/sources/endpoints'
import { listMyTasks } from '#shared/contract/tasks/endpoints'
import { day } from '#shared/limits'
import { runCleanups } from '../../../../test/maintenance'
import { pictureCleanups } from '../sources/retention'
import { cards, openShop, type Shop } from './test-billing'

const business = { plan_id: 'business', interval: 'monthly' } as const
const refused = { status: 402, code: 'plan.required' }

let shop: Shop
let doc_id: number

const camera = (name: string) => shop.maya.call(addCamera, { name, url: `http://127.0.0.1:9/${name}.jpg` })
const job = (instruction_text: string) =>
  shop.maya.call(createJob, {
    instruction_text,
    prompt: 'Say what is new.',
    timezone: 'UTC',
    minute_interval: 60,
    source: { logbook_ids: [doc_id] },
    destination: { logbook_ids: [doc_id] },
  })

/** Ends the plan at once: what was paid has no effect any more. */
async function backToFree() {
  const [row] = await shop.server.asOwner<{ subscription_id: string }>(
    `select subscription_id from sandbox_subscriptions where status in ('trialing', 'active')`,
  )
  await shop.submit({ action: 'fail' }, `${shop.server.url}/payments/sandbox/${row?.subscription_id}`)
  await shop.later(7 * day)
}

beforeAll(async () => {
  shop = await openShop({ CAMERA_ALLOWED_NETWORKS: '127.0.0.0/8' })
  doc_id = (await shop.maya.call(createDocument, { document_name: 'Bays', document_type: 'logbook' })).doc_id
})

describe('The limits of a plan [D31]', () => {
  test('the free plan has two cameras and three active jobs; the refusal names the plan that has more [D17]', async () => {
    for (const name of ['gate', 'yard']) await camera(name)
    await expect(camera('roof')).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('Your plan includes 2 cameras. Team includes more.'),
    })
    // Also when all are made at once.
    const made = await Promise.allSettled(['one', 'two', 'three', 'four', 'five'].map(job))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    await expect(job('six')).rejects.toMatchObject(refused)
    const { data } = await shop.maya.reply(addCamera, { name: 'roof', url: 'http://127.0.0.1:9/roof.jpg' })
    expect(data).toEqual({ plan_id: 'team', limit: 'cameras', most: 2 })
    const [first] = (await shop.maya.call(readFeed, {})).accessible_cctv_feeds
    expect(first?.kept_days).toBe(7)
    await expect(shop.maya.call(editCamera, { camera_id: first?.camera_id ?? 0, kept_days: 8 })).rejects.toMatchObject(
      refused,
    )
  })

  test('the free plan has five people, those invited included', async () => {
    const { roles } = await shop.maya.call(organisationInfo, {})
    const role_id = roles.find(({ role_name }) => role_name === 'Member')?.role_id ?? 0
    const people = ['ann', 'ben', 'cid', 'dan', 'eve'].map(name => ({ email_id: `${name}@ridgeway.example`, role_id }))
    const results = await shop.maya.call(invitePeople, { invites: people })
    expect(results.map(({ status, code }) => [status, code])).toEqual([
      ...people.slice(0, 4).map(() => [200, undefined]),
      [402, 'plan.required'],
    ])
    expect(results.at(-1)?.message).toBe('Your plan includes 5 people. Team includes more.')
    const ann = await shop.server.person({ name: 'Ann', email: 'ann@ridgeway.example' })
    await ann.call(acceptInvite, { invite_id: results[0]?.invite?.invite_id ?? 0 })
    ann.organization_id = shop.maya.organization_id
    const used = { members: 5, cameras: 2, active_jobs: 3 }
    expect(await ann.call(readPlanUse, {})).toEqual({ plan_id: 'free', used })
    const stella = await shop.server.person({ name: 'Stella' })
    const { token: join_token } = await shop.maya.call(createJoinLink, { role_id })
    await expect(stella.call(joinByLink, { join_token })).rejects.toMatchObject(refused)
    stella.organization_id = shop.maya.organization_id
    await expect(stella.call(readPlanUse, {})).rejects.toMatchObject({ status: 403, code: 'organization.not_member' })
    await expect(shop.server.stranger().call(readPlanUse, {})).rejects.toMatchObject({ status: 401 })
  })

  test('a larger plan has room; when it ends, what is over the limit is read-only, and nothing is hidden', async () => {
    await shop.pays(cards.pays, business)
    await camera('roof')
    await job('four')
    const { roles } = await shop.maya.call(organisationInfo, {})
    const role_id = roles.find(({ role_name }) => role_name === 'Member')?.role_id ?? 0
    const team = []
    for (const name of ['Fay', 'Gus', 'Hal', 'Ike']) {
      const person = await shop.server.person({ name })
      const [sent] = await shop.maya.call(invitePeople, { invites: [{ email_id: person.address, role_id }] })
      await person.call(acceptInvite, { invite_id: sent?.invite?.invite_id ?? 0 })
      person.organization_id = shop.maya.organization_id
      team.push(person)
    }
    await backToFree()

    const feeds = (await shop.maya.call(readFeed, {})).accessible_cctv_feeds
    expect(feeds.map(({ name, trouble }) => [name, trouble])).toEqual([
      ['gate', null],
      ['roof', 'plan'],
      ['yard', null],
    ])
    const roof = feeds.find(({ name }) => name === 'roof')?.camera_id ?? 0
    await expect(shop.maya.call(editCamera, { camera_id: roof, name: 'Roof' })).rejects.toMatchObject(refused)
    const jobs = await shop.maya.call(listJobs, {})
    expect(jobs.filter(({ status }) => status === 'active')).toHaveLength(3)
    const four = jobs.find(({ instruction_text }) => instruction_text === 'four')
    expect(four).toMatchObject({ pause_cause: 'plan', next_runs: [] })

    const last = team.at(-1)
    await last?.signIn(last.address)
    expect(await last?.call(organisationInfo, {})).toMatchObject({ plan_id: 'free' })
    await expect(
      last?.call(createDocument, { document_name: 'Mine', document_type: 'document' }),
    ).rejects.toMatchObject(refused)
    // A link brings nobody else in.
    const { token: join_token } = await shop.maya.call(createJoinLink, { role_id })
    const jan = await shop.server.person({ name: 'Jan' })
    await expect(jan.call(joinByLink, { join_token })).rejects.toMatchObject(refused)
    // Maya, Ann and three of the four are the five who stay.
    const third = team[2]
    await third?.signIn(third.address)
    await third?.call(createDocument, { document_name: 'Mine', document_type: 'document' })

    const gate = feeds.find(({ name }) => name === 'gate')?.camera_id ?? 0
    await shop.maya.call(deleteCamera, { feedId: gate })
    const after = (await shop.maya.call(readFeed, {})).accessible_cctv_feeds
    expect(after.map(({ trouble }) => trouble)).toEqual([null, null])
  })

  test('what the plan paused runs again once there is room; what a person paused stays paused', async () => {
    const first = (await shop.maya.call(listJobs, {})).find(({ status }) => status === 'active')
    await shop.maya.call(updateJob, { instruction_id: first?.instruction_id ?? 0, status: 'paused' })
    await shop.pays(cards.pays)
    const jobs = await shop.maya.call(listJobs, {})
    expect(jobs.find(({ instruction_text }) => instruction_text === 'four')).toMatchObject({
      status: 'active',
      pause_cause: null,
      next_runs: expect.arrayContaining([expect.any(String)]),
    })
    expect(jobs.find(({ instruction_id }) => instruction_id === first?.instruction_id)).toMatchObject({
      status: 'paused',
      pause_cause: 'person',
    })
    await backToFree()
  })

  test('pages of larger plans name the plan that has them [D17]', async () => {
    await expect(shop.maya.call(listMyTasks, {})).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('Your plan does not include this. Team does.'),
    })
  })

  test('pictures since the plan began are kept as long as it allows, earlier ones as before', async () => {
    const { organization_id } = shop.maya
    const taken = async (id: string, days: number) =>
      shop.server.asOwner(
        `insert into frames (organization_id, id, source_kind, source_id, taken_at, object_key, bytes)
         select $1, $2, 'camera', max(id), $3, 'frames/one', 1 from cameras where organization_id = $1`,
        [organization_id, id, new Date(shop.server.clock.now() - days * day).toISOString()],
      )
    await shop.server.asOwner('update cameras set kept_days = 14 where organization_id = $1', [organization_id])
    await shop.server.asOwner('update organizations set plan_since = $2 where id = $1', [
      organization_id,
      new Date(shop.server.clock.now() - 10 * day).toISOString(),
    ])
    const ids = [8, 12, 15].map(days => `00000000-0000-4000-8000-0000000000${String(days).padStart(2, '0')}`)
    for (const [index, days] of [8, 12, 15].entries()) await taken(ids[index] ?? '', days)
    const sweep = async (BILLING: 'off' | 'sandbox') => {
      await runCleanups(shop.server, pictureCleanups({ delete: async () => {} }, { BILLING }))
      return (await shop.server.asOwner<{ id: string }>('select id from frames order by taken_at desc')).map(
        row => row.id,
      )
    }
    expect(await sweep('off')).toEqual([ids[0], ids[1]])
    expect(await sweep('sandbox')).toEqual([ids[1]])
  })
})
