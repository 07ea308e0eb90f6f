import { beforeAll, describe, expect, test } from 'vitest'
import {
  allowCameraNetwork,
  listCameraNetworks,
  revokeCameraNetwork,
  testCamera,
} from '#shared/contract/sources/camera-tests'
import { addCamera } from '#shared/contract/sources/cameras'
import type { Actor } from '../../../../../test/actor'
import { openTestServer } from '../../../../../test/test-server'
import { notAllowed, openYard, type Yard } from '../test-yard'

const inside = 'rtsp://192.168.1.20/ch1'
const needsOperator = { status: 403, code: 'camera.network_needs_operator' }

describe('A private network on a server with one workspace [D35]', () => {
  let maya: Actor
  let dev: Actor
  let audited: () => Promise<{ kind: string; details: Record<string, unknown> }[]>
  beforeAll(async () => {
    const server = await openTestServer({})
    maya = await server.person({ name: 'Maya Okafor' })
    dev = await server.person({ name: 'Dev Anand' })
    await maya.createOrganisation('Ridgeway Cycles')
    await maya.invites(dev, 'Manager')
    audited = () =>
      server.asOwner(
        "select kind, details from audit where organization_id = $1 and kind like 'camera_network.%' order by id",
        [maya.organization_id],
      )
  })

  test('is offered to its owner where an address is refused; others learn whom to ask', async () => {
    const offer = (may_allow: boolean, ask: string[]) => ({
      works: false,
      problem: 'network_refused',
      network: { network: '192.168.1.0/24', may_allow, ask },
    })
    expect(await maya.call(testCamera, { address: inside })).toEqual(offer(true, []))
    expect(await dev.call(testCamera, { address: inside })).toEqual(offer(false, ['Maya Okafor']))
    await expect(dev.call(allowCameraNetwork, { network: '192.168.1.0/24' })).rejects.toMatchObject(needsOperator)
  })

  test('is allowed there and then, recorded, and revoked again', async () => {
    await expect(dev.call(addCamera, { url: inside, name: 'Gate' })).rejects.toMatchObject({ status: 403 })
    const allowed = await maya.call(allowCameraNetwork, { network: '192.168.1.77/24' })
    expect(allowed.networks).toMatchObject([{ network: '192.168.1.0/24', allowed_by: 'Maya Okafor' }])
    await maya.call(allowCameraNetwork, { network: '192.168.1.0/24' })
    expect(await dev.call(addCamera, { url: inside, name: 'Gate' })).toMatchObject({ name: 'Gate' })
    await expect(dev.call(addCamera, { url: 'rtsp://192.168.2.20/', name: 'No' })).rejects.toMatchObject({
      status: 403,
    })
    expect((await dev.call(listCameraNetworks, {})).networks).toHaveLength(1)
    await expect(dev.call(revokeCameraNetwork, { network: '192.168.1.0/24' })).rejects.toMatchObject(needsOperator)
    expect((await maya.call(revokeCameraNetwork, { network: '192.168.1.0/24' })).networks).toEqual([])
    await expect(dev.call(addCamera, { url: inside, name: 'Again' })).rejects.toMatchObject({ status: 403 })
    expect(await audited()).toEqual([
      { kind: 'camera_network.allowed', details: { network: '192.168.1.0/24' } },
      { kind: 'camera_network.revoked', details: { network: '192.168.1.0/24' } },
    ])
  })

  test.each([
    '127.0.0.0/8',
    '169.254.0.0/16',
    '100.100.0.0/16',
    '9.9.9.0/24',
    '10.0.0.0/8',
    '0.0.0.0/0',
    '::1',
    '::/0',
    'fc00::/7',
    'fe80::/64',
    '192.168.1.0/33',
    'the yard',
  ])('%s cannot be allowed from within the app', async network => {
    await expect(maya.call(allowCameraNetwork, { network })).rejects.toMatchObject({
      status: 400,
      code: 'camera.network_not_private',
    })
  })

  test('written in any way is stored once', async () => {
    for (const network of ['fd12:3456:789a:1:ffff::5/64', 'fd12:3456:789a:0001::/64']) {
      const { networks } = await maya.call(allowCameraNetwork, { network })
      expect(networks.map(each => each.network)).toEqual(['fd12:3456:789a:1::/64'])
    }
  })
})

describe('On a server with several workspaces', () => {
  let yard: Yard
  beforeAll(async () => {
    yard = await openYard({ SUPER_USERS: 'dev.anand@ridgeway.example', CAMERA_ALLOWED_NETWORKS: '10.9.0.0/16' })
  })

  test('an owner may not allow one, and is told that the operator may', async () => {
    expect(await yard.maya.call(testCamera, { address: inside })).toMatchObject({
      network: { may_allow: false, ask: [] },
    })
    await expect(yard.maya.call(allowCameraNetwork, { network: '192.168.1.0/24' })).rejects.toMatchObject(needsOperator)
    expect((await yard.maya.call(listCameraNetworks, {})).by_settings).toEqual([])
    await expect(yard.tom.call(listCameraNetworks, {})).rejects.toMatchObject(notAllowed)
    await expect(yard.tom.call(allowCameraNetwork, { network: '192.168.1.0/24' })).rejects.toMatchObject(notAllowed)
    await expect(yard.tom.call(revokeCameraNetwork, { network: '192.168.1.0/24' })).rejects.toMatchObject(notAllowed)
  })

  test('a super user may, for the workspace where they are and for no other', async () => {
    const allowed = await yard.dev.call(allowCameraNetwork, { network: '192.168.1.0/24' })
    expect(allowed).toMatchObject({ may_allow: true, by_settings: ['10.9.0.0/16'] })
    const camera_id = await yard.camera('Inside', { url: inside })
    const zoes = yard.zoe.call(addCamera, { url: inside, name: 'Elsewhere' })
    await expect(zoes).rejects.toMatchObject({ status: 403, code: 'camera.address_refused' })
    expect((await yard.zoe.call(listCameraNetworks, {})).networks).toEqual([])
    // The owner may take it back without being asked whether they run the server.
    const told = (await yard.events('camera.changed')).length
    expect((await yard.maya.call(revokeCameraNetwork, { network: '192.168.1.0/24' })).networks).toEqual([])
    // Whoever fetches its pictures connects again, by the networks that are left.
    const events = (await yard.events('camera.changed')).slice(told)
    expect(events.map(({ payload }) => payload)).toContainEqual({ kind: 'camera.changed', camera_id })
  })
})
