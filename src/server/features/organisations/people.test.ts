import { beforeAll, describe, expect, test } from 'vitest'
import { addBranch, manageBranchUsers } from '#shared/contract/organisations/branches'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import {
  addAdmins,
  addOwners,
  listAdmins,
  listOwners,
  listPeople,
  peopleByRole,
  peopleOfRole,
  removeAdmins,
  removeOwners,
  removeUser,
} from '#shared/contract/organisations/people'
import { addRole, deleteRole } from '#shared/contract/organisations/roles'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { inTransaction } from '../../platform/database/transaction'
import { underPlan } from '../../platform/identity'
import { createRequestContext, inOrganisation, pendingEffects, withCaller } from '../../platform/request-context'
import { findPeople, membershipOf } from './service'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})

let teams = 0
/** A separate organisation for a test: an owner, an admin, somebody with the role Manager and a plain member. */
async function team() {
  teams += 1
  const person = (name: string) =>
    server.person({ name: `${name} ${teams}`, email: `${name.toLowerCase()}.${teams}@ridgeway.example` })
  const owner = await person('Maya')
  await owner.createOrganisation(`Ridgeway ${teams}`)
  const join = async (name: string, role?: string): Promise<Actor> => {
    const actor = await person(name)
    await owner.invites(actor, role)
    return actor
  }
  const [admin, manager, member] = [await join('Ana'), await join('Tom', 'Manager'), await join('Dev')]
  await owner.call(addAdmins, { user_ids: [admin.user_id] })
  return { owner, admin, manager, member, join }
}

/** Runs calls that change members concurrently: none makes its change before all have come as far as they can. */
async function atOnce<T>(organization_id: number, calls: (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
  const client = await server.pool.connect()
  await client.query('begin')
  await client.query(`select set_config('wheelhouse.organization_id', $1, true)`, [String(organization_id)])
  await client.query('select from memberships where organization_id = $1 for update', [organization_id])
  const running: Promise<PromiseSettledResult<T>[]>[] = []
  try {
    for (const call of calls) {
      running.push(Promise.allSettled([call()]))
      await expect.poll(waitingForLocks).toBe(running.length)
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
  return (await Promise.all(running)).flat()
}

async function waitingForLocks(): Promise<number> {
  const waiting = await server.asOwner(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return waiting.length
}

const ids = (people: { user_id: number }[]) => people.map(person => person.user_id)

describe('Owners and admins [6.4]', () => {
  test('are added and removed by owners', async () => {
    const { owner, admin, member } = await team()
    expect(ids(await owner.call(addOwners, { user_ids: [admin.user_id, member.user_id] }))).toEqual([
      admin.user_id,
      member.user_id,
      owner.user_id,
    ])
    expect(await owner.call(listAdmins, {})).toEqual([])
    expect(ids(await owner.call(removeOwners, { user_ids: [member.user_id] }))).toEqual([admin.user_id, owner.user_id])
    expect(ids(await owner.call(addAdmins, { user_ids: [member.user_id] }))).toEqual([member.user_id])
    expect(await owner.call(removeAdmins, { user_ids: [member.user_id] })).toEqual([])
  })

  test('cannot be added by admins, not even themselves [D1]', async () => {
    const { admin, member } = await team()
    for (const [change, who] of [
      [addOwners, admin],
      [addAdmins, member],
      [removeAdmins, admin],
    ] as const) {
      await expect(admin.call(change, { user_ids: [who.user_id] })).rejects.toMatchObject({
        status: 403,
        code: 'permission.missing',
      })
    }
  })

  test('an owner who is added as an admin stays an owner', async () => {
    const { owner } = await team()
    await owner.call(addAdmins, { user_ids: [owner.user_id] })
    expect(ids(await owner.call(listOwners, {}))).toEqual([owner.user_id])
  })

  test('naming somebody who is no member changes nobody', async () => {
    const { owner, member } = await team()
    const stranger = await server.person({ name: 'Ines Duarte' })
    await expect(owner.call(addOwners, { user_ids: [member.user_id, stranger.user_id] })).rejects.toMatchObject({
      status: 404,
      code: 'person.not_found',
    })
    expect(ids(await owner.call(listOwners, {}))).toEqual([owner.user_id])
  })
})

describe('At least one owner remains [D1]', () => {
  test('the last one can neither step down nor leave', async () => {
    const { owner } = await team()
    const refused = { status: 409, code: 'owner.last' }
    await expect(owner.call(removeOwners, { user_ids: [owner.user_id] })).rejects.toMatchObject(refused)
    await expect(owner.call(removeUser, { user_to_be_removed: owner.user_id })).rejects.toMatchObject(refused)
    expect(ids(await owner.call(listOwners, {}))).toEqual([owner.user_id])
  })

  test('all owners cannot be removed in one call', async () => {
    const { owner, admin } = await team()
    await owner.call(addOwners, { user_ids: [admin.user_id] })
    await expect(owner.call(removeOwners, { user_ids: [owner.user_id, admin.user_id] })).rejects.toMatchObject({
      code: 'owner.last',
    })
  })

  test('if all owners leave at the same moment, one is kept', async () => {
    const { owner, admin, manager, member } = await team()
    const owners = [owner, admin, manager, member]
    await owner.call(addOwners, { user_ids: ids(owners) })

    const outcomes = await atOnce(
      owner.organization_id,
      owners.map(who => () => who.call(removeUser, { user_to_be_removed: who.user_id })),
    )
    const kept = owners.filter((_, index) => outcomes[index]?.status === 'rejected')
    expect(outcomes.filter(outcome => outcome.status === 'rejected')).toMatchObject([
      { reason: { code: 'owner.last' } },
    ])
    expect(ids((await kept[0]?.call(listOwners, {})) ?? [])).toEqual(ids(kept))
  })

  test('if two owners remove each other at the same moment, the second is no member any more', async () => {
    const { owner, admin } = await team()
    await owner.call(addOwners, { user_ids: [admin.user_id] })
    const outcomes = await atOnce(owner.organization_id, [
      () => owner.call(removeUser, { user_to_be_removed: admin.user_id }),
      () => admin.call(removeUser, { user_to_be_removed: owner.user_id }),
    ])
    expect(outcomes.filter(outcome => outcome.status === 'rejected')).toMatchObject([
      { reason: { code: 'organization.not_member' } },
    ])
  })

  test('who stops being an owner or admin while their call waits changes nothing [D41]', async () => {
    const { owner, admin, manager } = await team()
    const { role_id } = await owner.call(addRole, { role_name: 'Lead', capabilities: [] })
    await owner.call(addOwners, { user_ids: ids([admin, manager]) })
    const stepsDown = () => owner.call(removeOwners, { user_ids: [admin.user_id] })
    const missing = { status: 'rejected', reason: { code: 'permission.missing' } }
    expect(
      await atOnce<unknown>(owner.organization_id, [
        stepsDown,
        () => admin.call(removeOwners, { user_ids: [manager.user_id] }),
      ]),
    ).toMatchObject([{ status: 'fulfilled' }, missing])
    await owner.call(addAdmins, { user_ids: [admin.user_id] })
    expect(
      await atOnce<unknown>(owner.organization_id, [
        () => owner.call(removeAdmins, { user_ids: [admin.user_id] }),
        () => admin.call(deleteRole, { role_id }),
      ]),
    ).toMatchObject([{ status: 'fulfilled' }, missing])
  })

  test('if two owners step down at the same moment, one stays', async () => {
    const { owner, admin } = await team()
    await owner.call(addOwners, { user_ids: [admin.user_id] })
    const outcomes = await atOnce(
      owner.organization_id,
      [owner, admin].map(actor => () => actor.call(removeOwners, { user_ids: [actor.user_id] })),
    )
    expect(outcomes.filter(outcome => outcome.status === 'rejected')).toMatchObject([
      { reason: { code: 'owner.last' } },
    ])
  })
})

describe('Removing people [6.5]', () => {
  test('a manager removes a member, who then is no member any more', async () => {
    const { manager, member } = await team()
    await manager.call(removeUser, { user_to_be_removed: member.user_id })
    expect(ids((await manager.call(organisationInfo, {})).all_users)).not.toContain(member.user_id)
    await expect(member.call(organisationInfo, {})).rejects.toMatchObject({
      status: 403,
      code: 'organization.not_member',
    })
  })

  test('only owners remove owners and admins [D1]', async () => {
    const { owner, admin, manager, join } = await team()
    const other = await join('Ida')
    await owner.call(addAdmins, { user_ids: [other.user_id] })
    for (const [who, target] of [
      [manager, admin],
      [manager, owner],
      [admin, owner],
      [admin, other],
    ] as const) {
      await expect(who.call(removeUser, { user_to_be_removed: target.user_id })).rejects.toMatchObject({
        status: 403,
        code: 'permission.missing',
      })
    }
    await owner.call(removeUser, { user_to_be_removed: other.user_id })
    expect(ids(await owner.call(listAdmins, {}))).toEqual([admin.user_id])
  })

  test('a plain member can only remove themselves', async () => {
    const { manager, member } = await team()
    await expect(member.call(removeUser, { user_to_be_removed: manager.user_id })).rejects.toMatchObject({
      code: 'permission.missing',
    })
    expect(await member.call(removeUser, { user_to_be_removed: member.user_id })).toBeNull()
  })

  test('somebody of another organisation looks missing [D6]', async () => {
    const [here, there] = [await team(), await team()]
    await expect(here.owner.call(removeUser, { user_to_be_removed: there.member.user_id })).rejects.toMatchObject({
      status: 404,
      code: 'person.not_found',
    })
  })
})

describe('The list of people', () => {
  test('pages by name without leaving anybody out', async () => {
    const { owner, admin, manager, member } = await team()
    const first = await owner.reply(listPeople, { limit: 3 })
    const rest = await owner.reply(listPeople, { limit: 3, cursor: first.next_cursor ?? '' })

    expect(ids(first.data)).toEqual([admin.user_id, member.user_id, owner.user_id])
    expect(ids(rest.data)).toEqual([manager.user_id])
    expect(rest.next_cursor).toBeNull()
    await expect(owner.call(listPeople, { cursor: 'bm9uZQ' })).rejects.toMatchObject({ status: 400 })
  })

  test('of a branch has only its people, and a closed branch reveals nothing to outsiders [D3]', async () => {
    const { owner, manager, member } = await team()
    const yard = await owner.call(addBranch, { branch_name: 'Yard', is_open_branch: false })
    await owner.call(manageBranchUsers, { branch_id: yard.id, users_to_be_added: [manager.user_id] })

    expect(ids(await manager.call(listPeople, { branch_ids: [yard.id] }))).toEqual([owner.user_id, manager.user_id])
    expect(await member.call(listPeople, { branch_ids: [yard.id] })).toEqual([])
    const seen = await member.call(listPeople, {})
    expect(seen.find(candidate => candidate.user_id === manager.user_id)?.branch_ids).toEqual([])
  })

  test('by role names the people who hold each role', async () => {
    const { owner, admin, manager, member } = await team()
    const roles = await member.call(peopleByRole, {})
    expect(roles.map(role => [role.role_name, ids(role.users)])).toEqual([
      ['Manager', [manager.user_id]],
      ['Member', [admin.user_id, member.user_id]],
    ])
    const [managers] = roles
    expect(ids(await owner.call(peopleOfRole, { role_id: managers?.role_id ?? 0 }))).toEqual([manager.user_id])
    await expect(owner.call(peopleOfRole, { role_id: 9_999 })).rejects.toMatchObject({ code: 'role.not_found' })
  })

  test('by role and branch leaves out people outside the branch', async () => {
    const { owner, manager, member } = await team()
    const shop = await owner.call(addBranch, { branch_name: 'Shop' })
    await owner.call(manageBranchUsers, { branch_id: shop.id, users_to_be_added: [manager.user_id] })
    const roles = await member.call(peopleByRole, { branch_ids: [shop.id] })
    expect(roles.map(role => ids(role.users))).toEqual([[manager.user_id], []])
  })
})

describe('People in Mate’s search', () => {
  test('match by name, role or branch, but not by a branch that the caller may not see [D3]', async () => {
    const { owner, admin, manager, member } = await team()
    const yard = await owner.call(addBranch, { branch_name: 'Canal yard', is_open_branch: false })
    await owner.call(manageBranchUsers, { branch_id: yard.id, users_to_be_added: [member.user_id] })
    const found = async (who: Actor, query?: string) => (await foundBy(who, query)).map(foundPerson => foundPerson.id)

    expect(await found(owner)).toEqual([admin.user_id, member.user_id, owner.user_id, manager.user_id])
    expect(await found(manager, manager.name.toUpperCase())).toEqual([manager.user_id])
    expect(await found(manager, 'manager')).toEqual([manager.user_id])
    expect(await found(member, 'canal')).toEqual([member.user_id, owner.user_id])
    expect(await found(manager, 'canal')).toEqual([])
    expect(await foundBy(member, member.name)).toEqual([
      { id: member.user_id, name: member.name, org_role: 'member', roles: ['Member'], branches: ['Canal yard'] },
    ])
    expect(await found(owner, '%')).toEqual([])
  })
})

/** The result of {@link findPeople} for somebody. */
function foundBy(who: Actor, query?: string) {
  const { organization_id, user_id, name: displayname } = who
  const caller = { user_id, session_id: 0, displayname, language: 'en', timezone: 'UTC' }
  const effects = pendingEffects()
  return inTransaction(server.pool, { readOnly: true, organization_id, user_id }, async tx => {
    const member = await membershipOf(tx, organization_id, user_id)
    if (!member) throw new Error(`${displayname} is no member.`)
    const ctx = createRequestContext({ tx, app: server.app.context, ip: who.ip, request_id: 'test' }, effects)
    const inside = inOrganisation(withCaller(ctx, caller, effects), organization_id, effects)
    return (await findPeople({ ...inside, member: underPlan(server.app.context.settings, member) }, { query })).people
  })
}
