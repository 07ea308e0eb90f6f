import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDocument, listDocuments } from '#shared/contract/documents/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { removeUser } from '#shared/contract/organisations/people'
import { editRole, manageRoleUsers } from '#shared/contract/organisations/roles'
import { fetchProfile, updateProfile } from '#shared/contract/profile/endpoints'
import { signOut } from '#shared/contract/session/endpoints'
import type { Actor } from '../../../test/actor'
import { openTestServer, type TestServer } from '../../../test/test-server'

let server: TestServer
let maya: Actor
let tom: Actor
let memberRole: number
let logbook: number

const newLogbook = { document_name: 'Bay log', document_type: 'logbook' } as const

let companies = 0

beforeAll(async () => {
  server = await openTestServer()
})

beforeEach(async () => {
  companies += 1
  maya = await server.person({ name: 'Maya Okafor', email: `maya${companies}@ridgeway.example` })
  tom = await server.person({ name: 'Tom Reyes', email: `tom${companies}@ridgeway.example` })
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(tom)
  const { roles } = await maya.call(organisationInfo, {})
  memberRole = roles.find(role => role.role_name === 'Member')?.role_id ?? 0
  // Tom's identity and rights are cached from here on, because the clock stands still.
  logbook = (await tom.call(createDocument, newLogbook)).doc_id
})

describe('Identity and rights are cached for at most a second [D41]', () => {
  test('a removed member is a stranger on the next call', async () => {
    await maya.call(removeUser, { user_to_be_removed: tom.user_id })
    await expect(tom.call(listDocuments, {})).rejects.toMatchObject({ status: 403, code: 'organization.not_member' })
  })

  test('a capability that a role loses is gone on the next call, and a new one is there', async () => {
    await maya.call(editRole, { role_id: memberRole, capabilities: [] })
    await expect(tom.call(createDocument, newLogbook)).rejects.toMatchObject({ code: 'permission.missing' })
    await maya.call(editRole, { role_id: memberRole, capabilities: ['logbooks.create'] })
    await expect(tom.call(createDocument, newLogbook)).resolves.toBeDefined()
    await maya.call(manageRoleUsers, { role_id: memberRole, users_to_be_removed: [tom.user_id] })
    await expect(tom.call(createDocument, newLogbook)).rejects.toMatchObject({ code: 'permission.missing' })
  })

  test('a session that was signed out is over on the next call', async () => {
    await tom.call(signOut, { refresh_token: tom.tokens?.RefreshToken ?? '' })
    await expect(tom.call(fetchProfile, {})).rejects.toMatchObject({ status: 401 })
  })

  test('a changed language applies on the next call', async () => {
    await tom.call(updateProfile, { user_language: 'de' })
    const { title } = await tom.call(writeLog, {
      doc_id: logbook,
      content: '',
      urls: ['https://pictures.example/1.jpg'],
    })
    expect(title).toBe('Bild')
  })

  test('a right that another node took away is gone a second later, without any message about it', async () => {
    await server.asOwner('delete from memberships where user_id = $1', [tom.user_id])
    await expect(tom.call(listDocuments, {})).resolves.toBeDefined()
    server.clock.advance(1_000)
    await expect(tom.call(listDocuments, {})).rejects.toMatchObject({ code: 'organization.not_member' })
  })

  test('strangers are not cached: a new member may work at once', async () => {
    const ana = await server.person({ name: 'Ana Brandt' })
    ana.organization_id = maya.organization_id
    await expect(ana.call(listDocuments, {})).rejects.toMatchObject({ code: 'organization.not_member' })
    await maya.invites(ana, 'Member')
    await expect(ana.call(listDocuments, {})).resolves.toEqual([])
  })

  test("no call waits for another's transaction to learn it: of two equal writes one is done, and both are answered", async () => {
    for (let round = 0; round < 30; round += 1) {
      server.clock.advance(1_000)
      const write = () => tom.call(writeLog, { doc_id: logbook, content: `Round ${round}` }, { key: `round ${round}` })
      const [first, second, third] = await Promise.all([write(), write(), write()])
      expect([second?.id, third?.id]).toEqual([first?.id, first?.id])
    }
  })
})
