import { beforeAll, describe, expect, test } from 'vitest'
import { readAudit } from '#shared/contract/audit/endpoints'
import { addOwners } from '#shared/contract/organisations/people'
import type { Actor } from '../../../test/actor'
import { openTestServer, type TestServer } from '../../../test/test-server'
import { erase } from './erase'
import { openInstance } from './instance'
import { operatorOf } from './testing/operator'

let server: TestServer
let maya: Actor
let tom: Actor
/** Tom’s own workspace, of which he is the only owner. */
let boxes: number

beforeAll(async () => {
  server = await openTestServer()
  maya = await server.person({ name: 'Maya Okafor' })
  tom = await server.person({ name: 'Tom Merganser' })
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(tom)
  boxes = await tom.createOrganisation('Nest boxes')
  await tom.invites(maya)
})

async function erased(who: string): Promise<void> {
  const operator = await operatorOf(server)
  const instance = await openInstance({ ...operator, clock: server.clock }, { alone: false })
  try {
    await erase(instance, who)
  } finally {
    await instance.close()
  }
}

const entries = (organization_id: number) =>
  server.asOwner<{ details: object }>(
    `select actor_id, subject, details, ip from audit
     where organization_id = $1 and kind = 'operator.erased_person' order by id`,
    [organization_id],
  )

describe('Erasing a person as the operator [D8][D39]', () => {
  test('that is refused stands in the audit logs of all their workspaces, with the reason', async () => {
    await expect(erased(tom.address)).rejects.toThrow(/only owner of organisation/)
    const entry = { actor_id: null, subject: `user:${tom.user_id}`, details: { error: 'owner.last' }, ip: null }
    for (const id of [maya.organization_id, boxes]) expect(await entries(id)).toEqual([entry])
  })

  test('stands there too, by number alone, and nothing of the person comes back with it', async () => {
    const ridgeway = maya.organization_id
    const lena = await server.person({ name: 'Lena Fuchs' })
    await lena.createOrganisation('Osprey watch')
    maya.organization_id = boxes
    await tom.call(addOwners, { user_ids: [maya.user_id] })
    maya.organization_id = ridgeway
    await erased(tom.address)
    for (const id of [ridgeway, boxes])
      expect((await entries(id)).map(({ details }) => details)).toEqual([{ error: 'owner.last' }, {}])
    expect(await entries(lena.organization_id)).toEqual([])
    const rows = await server.asOwner(`select from audit a where a::text ilike any ($1)`, [
      ['%merganser%', `%${tom.address}%`],
    ])
    expect(rows).toEqual([])
    const [seen] = await maya.call(readAudit, { kind: 'operator.' })
    expect(seen).toMatchObject({ kind: 'operator.erased_person', actor_name: '', subject: `user:${tom.user_id}` })
  })

  test('of nobody, or of somebody alone in their workspace, leaves no entry anywhere', async () => {
    const ida = await server.person({ name: 'Ida Alone' })
    await ida.createOrganisation('Only me')
    await expect(erased('nobody@ridgeway.example')).rejects.toThrow(/nobody with the number or address/)
    await erased(ida.address)
    expect(await entries(ida.organization_id)).toEqual([])
  })
})
