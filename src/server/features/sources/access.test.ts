import { beforeAll, describe, expect, test } from 'vitest'
import { addBranch, deleteBranch, manageBranchUsers } from '#shared/contract/organisations/branches'
import { addAdmins, removeUser } from '#shared/contract/organisations/people'
import { manageRoleUsers } from '#shared/contract/organisations/roles'
import { changePermission, readFeed, readPermission } from '#shared/contract/sources/endpoints'
import type { Actor } from '../../../../test/actor'
import { notAllowed, notFound, openYard, type Yard } from './test-yard'

const missing = notFound('camera.not_found')
const closed = { organisation: false, user_ids: [], role_ids: [], branch_ids: [] }

let yard: Yard
let maya: Actor
let dev: Actor
let tom: Actor
let ana: Actor
let lena: Actor
beforeAll(async () => {
  yard = await openYard()
  ;({ maya, dev, tom, ana, lena } = yard)
})

let people = 0
/** A new member of the organisation. */
async function colleague(name: string): Promise<Actor> {
  people += 1
  const guest = await yard.server.person({ name, email: `guest.${people}@ridgeway.example` })
  await maya.invites(guest)
  return guest
}

describe('Who may see a camera [6.8b, D41]', () => {
  test('people, roles and branches on its lists, and everybody once it is open', async () => {
    const camera_id = await yard.camera('Gate')
    const guards = await yard.role('Guards', [], lena)
    const sees = async (who: Actor) => (await yard.camerasOf(who)).includes('Gate')
    expect(await Promise.all([tom, ana, lena].map(sees))).toEqual([false, false, false])

    const granted = { user_ids: [tom.user_id], role_ids: [guards], branch_ids: [yard.yard] }
    expect(await maya.call(changePermission, { camera_id, ...granted })).toEqual({ organisation: false, ...granted })
    expect(await Promise.all([tom, ana, lena].map(sees))).toEqual([true, true, true])

    await dev.call(changePermission, { camera_id, user_ids: [], role_ids: [], branch_ids: [] })
    expect(await Promise.all([tom, ana, lena].map(sees))).toEqual([false, false, false])
    await dev.call(changePermission, { camera_id, organisation: true })
    expect(await Promise.all([tom, ana, lena].map(sees))).toEqual([true, true, true])
    expect(await yard.camerasOf(yard.zoe)).toEqual([])
  })

  test('not people of the branch where it hangs: a branch must be listed like everybody else', async () => {
    await yard.camera('Canal', { branch_id: yard.yard }, maya)
    expect(await yard.camerasOf(ana)).not.toContain('Canal')
  })

  test('not those who left a role or a branch, nor those of a deleted branch', async () => {
    const camera_id = await yard.camera('Shed')
    const role = await yard.role('Shed keepers', [], tom)
    const branch = (await maya.call(addBranch, { branch_name: 'Shed' })).id
    await maya.call(manageBranchUsers, { branch_id: branch, users_to_be_added: [lena.user_id, ana.user_id] })
    await maya.call(changePermission, { camera_id, role_ids: [role], branch_ids: [branch] })
    const sees = async (who: Actor) => (await yard.camerasOf(who)).includes('Shed')
    expect(await Promise.all([tom, ana, lena].map(sees))).toEqual([true, true, true])
    await maya.call(manageRoleUsers, { role_id: role, users_to_be_removed: [tom.user_id] })
    await maya.call(manageBranchUsers, { branch_id: branch, users_to_be_removed: [lena.user_id] })
    expect(await Promise.all([tom, ana, lena].map(sees))).toEqual([false, true, false])
    await maya.call(deleteBranch, { branch_id: branch })
    expect(await sees(ana)).toBe(false)
    expect((await dev.call(readPermission, { camera_id })).branch_ids).toEqual([])
  })

  test('those whose grant has not expired', async () => {
    const camera_id = await yard.camera('Night')
    await maya.call(changePermission, { camera_id, user_ids: [tom.user_id] })
    const until = new Date(yard.server.clock.now() + 60_000).toISOString()
    await yard.server.asOwner("update grants set expires_at = $1 where kind = 'camera' and subject_id = $2", [
      until,
      camera_id,
    ])
    expect(await yard.camerasOf(tom)).toContain('Night')
    yard.server.clock.advance(59_999)
    expect(await yard.camerasOf(tom)).toContain('Night')
    yard.server.clock.advance(1)
    expect(await yard.camerasOf(tom)).not.toContain('Night')
    expect((await dev.call(readPermission, { camera_id })).user_ids).toEqual([])

    await maya.call(changePermission, { camera_id, user_ids: [tom.user_id] })
    expect(await yard.camerasOf(tom)).toContain('Night')
  })

  test('a list that is left out stays; naming somebody again changes nothing of their grant', async () => {
    const camera_id = await yard.camera('Lists')
    const until = new Date(yard.server.clock.now() + 3_600_000).toISOString()
    await dev.call(changePermission, { camera_id, user_ids: [tom.user_id] })
    await yard.server.asOwner("update grants set expires_at = $1 where kind = 'camera' and subject_id = $2", [
      until,
      camera_id,
    ])
    await dev.call(changePermission, { camera_id, organisation: false })
    const both = [tom.user_id, tom.user_id, lena.user_id]
    expect(await dev.call(changePermission, { camera_id, user_ids: both })).toEqual({
      ...closed,
      user_ids: [tom.user_id, lena.user_id],
    })
    const rows = await yard.server.asOwner<{ grantee_id: string; expires_at: string | null }>(
      "select grantee_id, expires_at from grants where kind = 'camera' and subject_id = $1 order by grantee_id",
      [camera_id],
    )
    expect(rows.map(row => row.expires_at)).toEqual([until, null])
  })
})

describe('Setting and reading who may see a camera [7.23]', () => {
  test('is allowed to those who manage cameras; for those who cannot see it, it does not exist', async () => {
    const camera_id = await yard.camera('Managed')
    await expect(tom.call(changePermission, { camera_id, organisation: true })).rejects.toMatchObject(missing)
    await expect(yard.zoe.call(changePermission, { camera_id, organisation: true })).rejects.toMatchObject(missing)
    await dev.call(changePermission, { camera_id, user_ids: [tom.user_id] })
    await expect(tom.call(changePermission, { camera_id, organisation: true })).rejects.toMatchObject(notAllowed)
    const never = { camera_id: 999_999_999, organisation: true }
    await expect(dev.call(changePermission, never)).rejects.toMatchObject(missing)
    const aboutScreen = { camera_id, is_my_screen_accessible_to_org: true }
    await expect(dev.call(changePermission, aboutScreen)).rejects.toMatchObject({ status: 400 })
  })

  test('can be read by those who see it, without the branches that they cannot see', async () => {
    const camera_id = await yard.camera('Readable')
    await expect(tom.call(readPermission, { camera_id })).rejects.toMatchObject(missing)
    await expect(yard.zoe.call(readPermission, { camera_id })).rejects.toMatchObject(missing)
    const granted = { user_ids: [tom.user_id, ana.user_id], role_ids: [], branch_ids: [yard.yard] }
    await maya.call(changePermission, { camera_id, ...granted })
    expect(await tom.call(readPermission, { camera_id })).toEqual({ organisation: false, ...granted, branch_ids: [] })
    expect(await ana.call(readPermission, { camera_id })).toEqual({ organisation: false, ...granted })
    expect(await dev.call(readPermission, { camera_id })).toEqual({ organisation: false, ...granted })
  })

  test('keeps a listed branch that the manager cannot see, which cannot be added', async () => {
    const camera_id = await yard.camera('Hidden branch')
    const branch_ids = [yard.yard]
    await expect(dev.call(changePermission, { camera_id, branch_ids })).rejects.toMatchObject(
      notFound('branch.not_found'),
    )
    await maya.call(changePermission, { camera_id, branch_ids })
    await dev.call(changePermission, { camera_id, branch_ids })
    expect(await yard.camerasOf(ana)).toContain('Hidden branch')
  })

  test('refuses strangers', async () => {
    const camera_id = await yard.camera('Closed')
    const theirs = yard.zoe.user_id
    const refused = [
      [{ user_ids: [tom.user_id, theirs] }, 'person.not_found'],
      [{ user_ids: [999_999_999] }, 'person.not_found'],
      [{ role_ids: [999_999_999] }, 'role.not_found'],
      [{ branch_ids: [999_999_999] }, 'branch.not_found'],
    ] as const
    for (const [lists, code] of refused) {
      const params = Object.fromEntries(Object.entries(lists).map(([name, ids]) => [name, [...ids]]))
      await expect(dev.call(changePermission, { camera_id, ...params })).rejects.toMatchObject(notFound(code))
      await expect(tom.call(changePermission, params)).rejects.toMatchObject(notFound(code))
    }
    expect(await dev.call(readPermission, { camera_id })).toEqual(closed)
  })

  test('is recorded in the audit log, with an event for all who could see it or can [D8]', async () => {
    const camera_id = await yard.camera('Audited')
    await dev.call(changePermission, { camera_id, user_ids: [tom.user_id] })
    await dev.call(changePermission, { camera_id, user_ids: [] })
    expect((await yard.audited(`camera:${camera_id}`)).slice(1)).toMatchObject([
      { kind: 'camera.access_changed', actor_id: dev.user_id, details: { was: closed, user_ids: [tom.user_id] } },
      { kind: 'camera.access_changed', details: { was: { ...closed, user_ids: [tom.user_id] }, user_ids: [] } },
    ])
    const events = (await yard.events('camera.changed')).filter(event => event.payload.camera_id === camera_id)
    const told = events.slice(1).map(event => event.audience.user_ids?.includes(tom.user_id))
    expect(told).toEqual([true, true])
  })
})

describe('Who may see a screen [6.8c, D34]', () => {
  test('its owner, those who see all, and whom its owner allows', async () => {
    const noor = await colleague('Noor Haddad')
    await noor.call(changePermission, { user_ids: [tom.user_id] })
    const sees = async (who: Actor) => (await yard.screensOf(who)).includes('Noor Haddad')
    expect(await Promise.all([noor, maya, dev, tom, ana].map(sees))).toEqual([true, true, true, true, false])
    expect(await noor.call(readFeed, {})).toMatchObject({
      is_my_screen_accessible_to_org: false,
      my_screen_user_ids: [tom.user_id],
    })

    await noor.call(changePermission, { is_my_screen_accessible_to_org: true, user_ids: [] })
    expect(await Promise.all([tom, ana].map(sees))).toEqual([true, true])
    expect(await noor.call(readFeed, {})).toMatchObject({
      is_my_screen_accessible_to_org: true,
      my_screen_user_ids: [],
    })
    await noor.call(changePermission, { organisation: false })
    expect(await Promise.all([tom, ana].map(sees))).toEqual([false, false])
    expect(await yard.screensOf(yard.zoe)).toEqual([])
  })

  test('nobody sees anything before it is shared, and it says so', async () => {
    const { accessible_user_screens: screens, screen_sharing_users: sharing } = await maya.call(readFeed, {})
    expect(sharing).toEqual([])
    expect(screens).toContainEqual(
      expect.objectContaining({
        user: expect.objectContaining({ user_displayname: 'Noor Haddad' }),
        state: 'off',
        since: null,
        what: null,
        last_frame: null,
      }),
    )
  })

  test('those who lost the right are told too, and it is in the audit log', async () => {
    const owner = await colleague('Otto Kern')
    await owner.call(changePermission, { user_ids: [lena.user_id] })
    await owner.call(changePermission, { user_ids: [] })
    const events = (await yard.events('screen.access_changed')).filter(event => event.payload.user_id === owner.user_id)
    expect(events.map(event => event.audience.user_ids?.includes(lena.user_id))).toEqual([true, true])
    expect(events.map(event => event.audience.user_ids?.includes(ana.user_id))).toEqual([false, false])
    expect(await yard.audited(`screen:${owner.user_id}`)).toMatchObject([
      { kind: 'screen.access_changed', actor_id: owner.user_id },
      { kind: 'screen.access_changed', actor_id: owner.user_id },
    ])
  })

  test('admins from the moment they become one', async () => {
    const noor = await colleague('Ida Wolf')
    expect(await yard.screensOf(noor)).not.toContain('Noor Haddad')
    await maya.call(addAdmins, { user_ids: [noor.user_id] })
    expect(await yard.screensOf(noor)).toContain('Noor Haddad')
  })

  test('nobody once the person has left; if they return, it is closed', async () => {
    const pia = await colleague('Pia Lund')
    await pia.call(changePermission, { is_my_screen_accessible_to_org: true, user_ids: [tom.user_id] })
    await maya.call(removeUser, { user_to_be_removed: pia.user_id })
    expect(await yard.screensOf(maya)).not.toContain('Pia Lund')
    await maya.invites(pia)
    expect(await pia.call(readFeed, {})).toMatchObject({
      is_my_screen_accessible_to_org: false,
      my_screen_user_ids: [],
    })
    expect(await yard.screensOf(tom)).not.toContain('Pia Lund')
  })
})
