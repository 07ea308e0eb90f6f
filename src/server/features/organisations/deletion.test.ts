import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readAudit } from '#shared/contract/audit/endpoints'
import { listDocuments } from '#shared/contract/documents/endpoints'
import { listJobs, updateJob } from '#shared/contract/jobs/endpoints'
import {
  deleteOrganisation,
  listDeletedOrganisations,
  restoreOrganisation,
} from '#shared/contract/organisations/deletion'
import { listOrganisations, organisationInfo, updateOrganisation } from '#shared/contract/organisations/endpoints'
import { acceptInvite, invitePeople } from '#shared/contract/organisations/invites'
import { createJoinLink, readJoinLink } from '#shared/contract/organisations/join-links'
import { organisation as limits } from '#shared/contract/organisations/limits'
import { addAdmins } from '#shared/contract/organisations/people'
import { fetchProfile } from '#shared/contract/profile/endpoints'
import type { Actor } from '../../../../test/actor'
import { type Company, companyOf } from '../../../../test/company'
import { runCleanups } from '../../../../test/maintenance'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { closeAllClients, LiveClient } from '../../platform/live/testing/live-client'
import { allRefused } from '../tasks/test-tasks'
import { erasingCleanups } from './deletion-service'

let server: TestServer
let ours: Company
let theirs: Company
const secret = 'kingfisher'
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

beforeAll(async () => {
  server = await openTestServer({ settings: { TOKEN_SECONDS: '86400' } })
  ours = await companyOf(server, { owner: 'Ana Brandt', colleague: 'Noor Haddad', secret })
  theirs = await companyOf(server, { owner: 'Maya Okafor', colleague: 'Tom Reyes', secret: 'nightingale' })
}, 60_000)
afterEach(closeAllClients)

const name = `Company ${secret}`
const gone = { status: 403, code: 'organization.not_member' }
const remove = (who: Actor, confirmed_name = name) => who.call(deleteOrganisation, { confirmed_name })
const erase = () => runCleanups(server, erasingCleanups(server.app.context.objects))

/** Rows of any table in which a word occurs, by table. */
async function rowsWith(word: string): Promise<Record<string, number>> {
  const tables = await server.asOwner<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const counts = await Promise.all(
    tables.map(async table => {
      const [row] = await server.asOwner<{ count: number }>(
        `select count(*)::int as count from "${table.name}" t where t::text like '%' || $1 || '%'`,
        [word],
      )
      return [table.name, row?.count ?? 0] as const
    }),
  )
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

/** Stored files of an organisation, or with a word in them. */
function filesOf(organization_id: number, word: string): string[] {
  const folder = join(server.app.context.settings.DATA_DIR, 'objects')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(file => file.isFile())
  const paths = files.map(file => join(file.parentPath, file.name))
  return paths.filter(
    path => path.slice(folder.length).includes(`/${organization_id}/`) || readFileSync(path).includes(word),
  )
}

describe('Deleting an organisation [D44]', () => {
  test('is for owners who type its name', async () => {
    const { owner, colleague } = ours
    await owner.call(addAdmins, { user_ids: [colleague.user_id] })
    await allRefused({ status: 403, code: 'permission.missing' }, [remove(colleague)])
    await allRefused({ status: 401 }, [remove(server.stranger())])
    await allRefused({ status: 409, code: 'organization.name_differs' }, [remove(owner, 'Company'), remove(owner, '')])
    expect(await owner.call(listDeletedOrganisations, {})).toEqual([])
  })

  test('ends calls, sockets, jobs, invites and links at once, and an owner restores it', async () => {
    const { owner, colleague, organization_id } = ours
    const { roles } = await owner.call(organisationInfo, {})
    const role_id = roles[0]?.role_id ?? 0
    const lena = await server.person({ name: 'Lena Fuchs' })
    const [invited] = await owner.call(invitePeople, { invites: [{ email_id: lena.address, role_id }] })
    const invite_id = invited?.invite?.invite_id ?? 0
    const { token: join_token } = await owner.call(createJoinLink, { role_id })
    const sockets = [await LiveClient.to(owner), await LiveClient.to(colleague)]
    await remove(owner)

    expect(await Promise.all(sockets.map(socket => socket.closed))).toEqual([4403, 4403])
    await allRefused(gone, [owner.call(listDocuments, {}), colleague.call(listJobs, {}), remove(owner)])
    expect(await owner.call(listOrganisations, {})).toEqual([])
    await allRefused({ status: 404, code: 'invite.not_found' }, [lena.call(acceptInvite, { invite_id })])
    expect((await lena.call(fetchProfile, {})).open_invites).toEqual([])
    await allRefused({ status: 404, code: 'join_link.not_found' }, [lena.call(readJoinLink, { join_token })])

    const [deleted] = await owner.call(listDeletedOrganisations, {})
    expect(deleted).toMatchObject({ organization_id, organization_name: name })
    expect(await colleague.call(listDeletedOrganisations, {})).toEqual([])
    const restore = (who: Actor) => who.call(restoreOrganisation, { restored_id: organization_id })
    await allRefused({ status: 404, code: 'organization.not_found' }, [
      restore(colleague),
      restore(theirs.owner),
      owner.call(restoreOrganisation, { restored_id: theirs.organization_id }),
    ])
    await allRefused({ status: 401 }, [restore(server.stranger())])
    expect(await restore(owner)).toMatchObject({ organization_id, org_role: 'owner' })
    const [job] = await colleague.call(listJobs, {})
    expect(job).toMatchObject({ status: 'paused', pause_cause: 'person' })
    const kinds = (await owner.call(readAudit, { kind: 'organisation.' })).map(entry => entry.kind)
    expect(kinds).toEqual(['organisation.restored', 'organisation.deleted', 'organisation.created'])
  })

  test('erases every row and every object after 30 days, and nothing of others', async () => {
    const { owner, organization_id } = ours
    // A job of the others that runs in these 30 days would write logs of its own while their rows are counted.
    const [theirJob] = await theirs.owner.call(listJobs, {})
    await theirs.owner.call(updateJob, { instruction_id: theirJob?.instruction_id ?? 0, status: 'paused' })
    await owner.call(updateOrganisation, { updated_organization_image: pixel })
    await remove(owner)
    server.clock.advance(limits.restorable - 60_000)
    await erase()
    await owner.signIn(owner.address)
    expect(await owner.call(listDeletedOrganisations, {})).toHaveLength(1)
    // The canaries are everywhere.
    expect(Object.keys(await rowsWith(secret)).length).toBeGreaterThan(15)
    expect(filesOf(organization_id, secret).length).toBeGreaterThan(3)
    const others = await rowsWith('nightingale')
    const othersFiles = filesOf(theirs.organization_id, 'nightingale')

    server.clock.advance(120_000)
    expect(await owner.call(listDeletedOrganisations, {})).toEqual([])
    await allRefused({ status: 404 }, [owner.call(restoreOrganisation, { restored_id: organization_id })])
    await erase()

    expect(await rowsWith(secret)).toEqual({})
    expect(filesOf(organization_id, secret)).toEqual([])
    expect(await rowsWith('nightingale')).toEqual(others)
    expect(filesOf(theirs.organization_id, 'nightingale')).toEqual(othersFiles)
    const left = await server.asOwner(`select from users where selected_organization_id = $1`, [organization_id])
    expect(left).toEqual([])
    expect(await owner.call(listOrganisations, {})).toEqual([])
  })
})
