import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#shared/contract/all'
import { allowsGuests, type Endpoint } from '#shared/contract/endpoint'
import { addRole, manageRoleUsers, organisationInfo } from '#shared/contract/organisations/endpoints'
import { errors } from '#shared/errors'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'

/**
 * Calls every endpoint of the contract as the people who must be refused. New endpoints are included automatically:
 * access is checked before fields are read, so empty ones suffice; path parameters are ids that never existed.
 */

let server: TestServer
let owner: Actor
let outsider: Actor
let powerless: Actor
let guest: Actor
let impostor: Actor

beforeAll(async () => {
  server = await openTestServer()
  owner = await server.person({ name: 'Maya Okafor' })
  outsider = await server.person({ name: 'Ana Brandt' })
  powerless = await server.person({ name: 'Dev Patel' })
  guest = await server.guest()
  impostor = await server.guest()
  await owner.createOrganisation('Ridgeway Cycles')
  await outsider.createOrganisation('Lakeside Physio Clinic')
  await owner.invites(powerless)
  const { roles } = await owner.call(organisationInfo, {})
  const role = await owner.call(addRole, { role_name: 'Nothing at all', capabilities: [] })
  await owner.call(manageRoleUsers, { role_id: role.role_id, users_to_be_added: [powerless.user_id] })
  for (const namedRole of roles) {
    if (namedRole.users.some(user => user.user_id === powerless.user_id)) {
      await owner.call(manageRoleUsers, { role_id: namedRole.role_id, users_to_be_removed: [powerless.user_id] })
    }
  }
})

const fields = (endpoint: Endpoint) =>
  Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 999_999_999])) as never
const named = (wanted: (endpoint: Endpoint) => boolean): [string, Endpoint][] =>
  endpoints
    .filter(endpoint => wanted(endpoint.endpoint))
    .map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint])

const open = named(({ access }) => access.who === 'anyone')
const closed = named(({ access }) => access.who !== 'anyone')
const forMembers = named(({ access }) => access.who === 'member')
const forSome = named(
  ({ access }) => access.who === 'member' && (access.can !== undefined || access.orgRole !== undefined),
)

const forNoGuests = closed.filter(([, endpoint]) => !allowsGuests(endpoint))
const forGuests = closed.filter(([, endpoint]) => allowsGuests(endpoint))
const forGuestsOnly = named(({ access }) => access.who === 'member' && access.guests === 'only')

test('the contract has endpoints of every kind, so no list below is empty', () => {
  expect(open.length).toBeGreaterThan(5)
  expect(forMembers.length).toBeGreaterThan(20)
  expect(forSome.length).toBeGreaterThan(10)
  expect(forNoGuests.length).toBeGreaterThan(20)
  expect(forGuests.length).toBeGreaterThan(forGuestsOnly.length)
  expect(forGuestsOnly.length).toBeGreaterThan(1)
})

describe('Every endpoint refuses those who may not call it [D6, 6.1, 7.1a]', () => {
  test.each(closed)('%s: a stranger', async (_name, endpoint) => {
    expect(await server.stranger().reply(endpoint, fields(endpoint))).toMatchObject({
      status: 401,
      message: 'Unauthorized',
      code: 'session.required',
      data: null,
      request_id: expect.any(String),
    })
  })

  test.each(closed)('%s: somebody who names another person as the caller', async (_name, endpoint) => {
    const { user_id } = outsider
    outsider.user_id = owner.user_id
    const reply = await outsider.reply(endpoint, fields(endpoint))
    outsider.user_id = user_id
    expect(reply).toMatchObject({ status: 403, code: 'request.identity_mismatch' })
  })

  test.each(forMembers)('%s: a member of another organisation', async (_name, endpoint) => {
    const { organization_id } = outsider
    outsider.organization_id = owner.organization_id
    const reply = await outsider.reply(endpoint, fields(endpoint))
    outsider.organization_id = organization_id
    expect(reply).toMatchObject({ status: 403, code: 'organization.not_member' })
  })

  test.each(forMembers)('%s: a member who names no organisation', async (_name, endpoint) => {
    const { organization_id } = outsider
    outsider.organization_id = -1
    const reply = await outsider.reply(endpoint, fields(endpoint))
    outsider.organization_id = organization_id
    expect(reply).toMatchObject({ status: 400, code: 'organization.required' })
  })

  test.each(forSome)('%s: a member who lacks the capability or organisation role', async (_name, endpoint) => {
    expect(await powerless.reply(endpoint, fields(endpoint))).toMatchObject({ status: 403, code: 'permission.missing' })
  })
})

describe('Guests are admitted where the contract says so, and nowhere else [6.1, 8.1, D42]', () => {
  test.each(forNoGuests)('%s: a guest', async (_name, endpoint) => {
    expect(await guest.reply(endpoint, fields(endpoint))).toMatchObject({
      status: 403,
      message: 'Guest chat access denied',
      code: 'session.guest_denied',
      data: null,
    })
  })

  test.each(forGuests)('%s: a guest is admitted', async (_name, endpoint) => {
    const reply = await guest.reply(endpoint, fields(endpoint))
    expect([401, 403]).not.toContain(reply.status)
    expect(reply.code).not.toBe('server.error')
  })

  test.each(forGuestsOnly)('%s: a member', async (_name, endpoint) => {
    expect(await owner.reply(endpoint, fields(endpoint))).toMatchObject({ status: 403, code: 'permission.missing' })
  })

  test.each(closed)('%s: somebody with another guest’s token', async (_name, endpoint) => {
    const credentials = impostor.guest
    impostor.guest = { guest_id: guest.guest?.guest_id ?? '', guest_token: credentials?.guest_token ?? '' }
    const reply = await impostor.reply(endpoint, fields(endpoint))
    impostor.guest = credentials
    expect(reply).toMatchObject({ status: 401, message: 'Unauthorized', code: 'session.expired' })
  })
})

describe('Every endpoint answers in the common shape [7.1c, 7.1d]', () => {
  test.each(named(() => true))('%s exists', async (_name, endpoint) => {
    const reply = await owner.reply(endpoint, fields(endpoint))
    expect(reply).toMatchObject({ status: expect.any(Number), message: expect.any(String) })
    expect(reply.code).not.toBe('route.not_found')
    expect(reply.code).not.toBe('server.error')
    if (reply.status === 200) return
    expect(Object.keys(errors)).toContain(reply.code)
    if (reply.code === 'request.invalid') expect(reply.issues?.length).toBeGreaterThan(0)
  })
})
