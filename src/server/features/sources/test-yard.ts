import { expect } from 'vitest'
import type { Input } from '#shared/contract/endpoint'
import { addBranch, manageBranchUsers } from '#shared/contract/organisations/branches'
import { addRole, manageRoleUsers } from '#shared/contract/organisations/roles'
import { addCamera } from '#shared/contract/sources/cameras'
import { readFeed, type Screen, type Source } from '#shared/contract/sources/endpoints'
import type { Capability } from '#shared/rules/capabilities'
import { eventually } from '#shared/testing/eventually'
import type { Actor } from '../../../../test/actor'
import { openTestServer } from '../../../../test/test-server'

export const notFound = (code: string) => ({ status: 404, code })
export const notAllowed = { status: 403, code: 'permission.missing' }
/** A public address that is never contacted, because cameras are fetched only while somebody watches. */
export const somewhere = 'http://9.9.9.9/still.jpg'

export const screenOf = (who: Actor): Source => ({ kind: 'screen', user_id: who.user_id })
export const cameraSource = (camera_id: number): Source => ({ kind: 'camera', camera_id })

/**
 * Ridgeway Cycles: Maya owns it, Dev is a manager, Tom and Lena are plain members, Ana is in the closed canal yard. Zoe
 * has a workshop elsewhere.
 */
export async function openYard(settings: Record<string, string> = {}) {
  const server = await openTestServer({ settings })
  const maya = await server.person({ name: 'Maya Okafor' })
  const dev = await server.person({ name: 'Dev Anand' })
  const tom = await server.person({ name: 'Tom Reyes' })
  const ana = await server.person({ name: 'Ana Lima' })
  const lena = await server.person({ name: 'Lena Fuchs' })
  const zoe = await server.person({ name: 'Zoe Hart' })
  await zoe.createOrganisation('Hart Bikes')
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(dev, 'Manager')
  for (const actor of [tom, ana, lena]) await maya.invites(actor)
  const yard = (await maya.call(addBranch, { branch_name: 'Canal yard', is_open_branch: false })).id
  await maya.call(manageBranchUsers, { branch_id: yard, users_to_be_added: [ana.user_id] })

  return {
    server,
    ...{ maya, dev, tom, ana, lena, zoe },
    yard,
    /** A camera that Dev adds; returns its id. */
    async camera(name: string, params: Partial<Input<typeof addCamera>> = {}, by = dev): Promise<number> {
      return (await by.call(addCamera, { name, url: somewhere, ...params })).camera_id
    },
    /** A role with capabilities, held by people; returns its id. */
    async role(role_name: string, capabilities: Capability[], ...people: Actor[]): Promise<number> {
      const { role_id } = await maya.call(addRole, { role_name, capabilities })
      if (people.length > 0) {
        await maya.call(manageRoleUsers, { role_id, users_to_be_added: people.map(person => person.user_id) })
      }
      return role_id
    },
    /** Names of the cameras that somebody sees. */
    camerasOf: async (who: Actor) => (await who.call(readFeed, {})).accessible_cctv_feeds.map(camera => camera.name),
    /** Names of the people whose screens somebody sees, live or not. */
    screensOf: async (who: Actor) => {
      const feed = await who.call(readFeed, {})
      return [...feed.screen_sharing_users, ...feed.accessible_user_screens].map(screen => screen.user.user_displayname)
    },
    /** Somebody's screen as another person sees it, and whether it is among the shared ones. */
    async screen(who: Actor, whose: Actor): Promise<(Screen & { isLive: boolean }) | undefined> {
      const feed = await who.call(readFeed, {})
      const find = (screens: Screen[]) => screens.find(screen => screen.user.user_id === whose.user_id)
      const live = find(feed.screen_sharing_users)
      const other = find(feed.accessible_user_screens)
      return live ? { ...live, isLive: true } : other && { ...other, isLive: false }
    },
    /** Waits until every start has its stop, so that a later client does not receive earlier stops. */
    untilNobodyShares: () =>
      eventually(async () => {
        const [open] = await server.asOwner<{ count: string }>(
          `select sum(case kind when 'screen.started' then 1 else -1 end) as count from events where kind like 'screen.st%'`,
        )
        expect(Number(open?.count ?? 0)).toBe(0)
      }),
    /** Events of a kind in the organisation's event log, newest last. */
    events: (kind: string) =>
      server.asOwner<{ audience: { to: string; user_ids?: number[] }; payload: Record<string, unknown> }>(
        'select audience, payload from events where organization_id = $1 and kind = $2 order by seq',
        [maya.organization_id, kind],
      ),
    /** Audit entries about a subject, oldest first. */
    audited: (subject: string) =>
      server.asOwner<{ kind: string; actor_id: number | null; details: Record<string, unknown> }>(
        'select kind, actor_id::int, details from audit where organization_id = $1 and subject = $2 order by id',
        [maya.organization_id, subject],
      ),
  }
}

export type Yard = Awaited<ReturnType<typeof openYard>>
