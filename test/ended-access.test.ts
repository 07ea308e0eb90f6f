import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createDocument, fetchDocument, grantAccess } from '#shared/contract/documents/endpoints'
import { createJob, listJobs } from '#shared/contract/jobs/endpoints'
import { deleteOrganisation } from '#shared/contract/organisations/deletion'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { createJoinLink, joinByLink } from '#shared/contract/organisations/join-links'
import { removeUser } from '#shared/contract/organisations/people'
import { renewCalendarFeed } from '#shared/contract/planning/calendars'
import { fetchProfile } from '#shared/contract/profile/endpoints'
import { getTokens, signOut } from '#shared/contract/session/endpoints'
import { createToken } from '#shared/contract/tokens/endpoints'
import { erasePerson } from '../src/server/features/erasure/service'
import { LiveClient, socketAddress } from '../src/server/platform/live/testing/live-client'
import type { Actor } from './actor'
import { runCleanups } from './maintenance'
import { openTestServer, type TestServer } from './test-server'

let server: TestServer
let maya: Actor
let ana: Actor
let doc_id: number
let people = 0
const left: WebSocket[] = []

beforeAll(async () => {
  server = await openTestServer()
  maya = await server.person({ name: 'Maya Okafor' })
  ana = await server.person({ name: 'Ana Brandt' })
  await maya.createOrganisation('Ridgeway Cycles')
  const rota = { document_name: 'Rota', document_type: 'logbook', access: 'private' } as const
  doc_id = (await maya.call(createDocument, rota)).doc_id
})
afterAll(() => {
  for (const socket of left) socket.terminate()
})

/** A socket that is open, and the code that it will be closed with. */
async function openSocket(who: Actor, path: string): Promise<{ closed: Promise<number> }> {
  const socket = new WebSocket(socketAddress(who, path))
  left.push(socket)
  const closed = new Promise<number>(resolve => socket.once('close', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  await new Promise(resolve => {
    socket.once('message', resolve)
    socket.send('ping')
  })
  return { closed }
}

/** Somebody with everything that gives access without a sign-in, or keeps working by itself. */
async function busyAdmin(name: string, of = maya) {
  people += 1
  const who = await server.person({ name, email: `person.${people}@ridgeway.example` })
  await of.invites(who, 'Manager')
  if (of === maya)
    await maya.call(grantAccess, { doc_id, grantee_kind: 'user', grantee_id: who.user_id, level: 'viewer' })
  const sockets = await Promise.all(['chat', 'feed', 'mate'].map(name => openSocket(who, `/sockets/${name}`)))
  const { secret } = await who.call(createToken, { name: 'Agent', scope: 'act', expires_in_days: 30 })
  const { path } = await who.call(renewCalendarFeed, {})
  const { roles } = await who.call(organisationInfo, {})
  const role_id = roles.find(role => role.role_name === 'Member')?.role_id ?? 0
  const { token } = await who.call(createJoinLink, { role_id })
  const diary = await who.call(createDocument, { document_name: 'Diary', document_type: 'logbook', access: 'private' })
  const { instruction_id } = await who.call(createJob, {
    ...{ instruction_text: 'Sum up', prompt: 'Sum up.', minute_interval: 60, timezone: 'UTC' },
    ...{ source: { logbook_ids: [diary.doc_id] }, destination: { logbook_ids: [diary.doc_id] } },
  })
  const statusOf = async (address: string, init?: RequestInit) => (await fetch(`${server.url}${address}`, init)).status
  const authorization = `Bearer ${secret}`
  const headers = { authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  const refresh_token = who.tokens?.RefreshToken ?? ''
  /** What each of them is answered now. */
  const answers = async () => ({
    inOrganisation: (await who.reply(organisationInfo, {})).status,
    profile: (await who.reply(fetchProfile, {})).status,
    agent: await statusOf('/mcp', { method: 'POST', headers, body }),
    calendar: await statusOf(path ?? ''),
    refreshed: (await server.stranger().reply(getTokens, { refresh_token })).status,
  })
  /** The codes with which the sockets are closed within a second. */
  const closeCodes = async () => {
    server.clock.advance(1_000)
    return Promise.all(sockets.map(({ closed }) => closed))
  }
  const joins = () => ana.reply(joinByLink, { join_token: token })
  return { who, answers, closeCodes, joins, instruction_id }
}

const all = { inOrganisation: 200, profile: 200, agent: 200, calendar: 200, refreshed: 200 }

describe('Within a second, everything ends that somebody holds [D41]', () => {
  test('who was removed: sockets, access tokens, the address of the calendar, links, grants and jobs', async () => {
    const { who, answers, closeCodes, joins, instruction_id } = await busyAdmin('Tom Reyes')
    expect(await answers()).toEqual(all)
    await maya.call(removeUser, { user_to_be_removed: who.user_id })
    expect(await closeCodes()).toEqual([4403, 4403, 4403])
    expect(await answers()).toEqual({ ...all, inOrganisation: 403, agent: 401, calendar: 404 })
    expect(await joins()).toMatchObject({ status: 403, code: 'invite.owner_needed' })
    const jobs = await maya.call(listJobs, {})
    expect(jobs.find(job => job.instruction_id === instruction_id)).toMatchObject({ status: 'paused' })
    // Who is invited again begins anew.
    await maya.invites(who)
    expect(await who.reply(fetchDocument, { doc_id })).toMatchObject({ status: 404, code: 'document.not_found' })
    expect(await answers()).toEqual({ ...all, agent: 401, calendar: 404 })
  })

  test('who was erased, by an operator at the database: the session too, and the others learn that they left', async () => {
    const { who, answers, closeCodes, joins, instruction_id } = await busyAdmin('Dev Patel')
    expect(await answers()).toEqual(all)
    const colleague = await LiveClient.listening(maya)
    await runCleanups(server, [
      async (tx, now) => {
        await erasePerson(tx, server.app.context.objects, { user_id: who.user_id, now })
        return false
      },
    ])
    expect(await closeCodes()).toEqual([4401, 4401, 4401])
    expect(await answers()).toEqual({ inOrganisation: 401, profile: 401, agent: 401, calendar: 404, refreshed: 401 })
    expect(await joins()).toMatchObject({ status: 404, code: 'join_link.not_found' })
    const jobs = await maya.call(listJobs, {})
    expect(jobs.find(job => job.instruction_id === instruction_id)).toMatchObject({ status: 'paused' })
    server.clock.advance(15_000)
    const isGone = { kind: 'member.removed', user_id: who.user_id }
    await colleague.until(frame => frame.event === 'event' && JSON.stringify(frame.change) === JSON.stringify(isGone))
    await colleague.leave()
  })

  test('who signed out elsewhere: what the session opened, and nothing else', async () => {
    const { who, answers, closeCodes } = await busyAdmin('Ida Berg')
    await who.call(signOut, { refresh_token: who.tokens?.RefreshToken ?? '' })
    expect(await closeCodes()).toEqual([4401, 4401, 4401])
    expect(await answers()).toEqual({ ...all, inOrganisation: 401, profile: 401, refreshed: 401 })
  })

  test('everybody whose organisation was deleted', async () => {
    const zoe = await server.person({ name: 'Zoe Marsh' })
    await zoe.createOrganisation('Harbour Kiosk')
    const { answers, closeCodes, joins } = await busyAdmin('Lena Fox', zoe)
    await zoe.call(deleteOrganisation, { confirmed_name: 'Harbour Kiosk' })
    expect(await closeCodes()).toEqual([4403, 4403, 4403])
    expect(await answers()).toEqual({ ...all, inOrganisation: 403, agent: 401, calendar: 404 })
    expect(await joins()).toMatchObject({ status: 404, code: 'join_link.not_found' })
  })
})
