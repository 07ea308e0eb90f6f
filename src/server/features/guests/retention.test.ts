import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { convertGuestRecording, guestRecording } from '#shared/contract/guests/endpoints'
import { fetchMate } from '#shared/contract/mate/endpoints'
import { readTranscript } from '#shared/contract/meetings/endpoints'
import { guests as limits } from '#shared/limits'
import type { Actor } from '../../../../test/actor'
import { runCleanups, withPlainOwner } from '../../../../test/maintenance'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { runBatchCleanups } from '../../platform/maintenance'
import { hears, LoopbackSpeech } from '../../platform/speech/testing/loopback-speech'
import { loads } from '../attachments/test-files'
import { silence } from '../meetings/test-meeting'
import { guestCleanups } from './retention'
import { guestIds, storesSecret, uploads } from './test-visitor'

const hour = 60 * 60 * 1000
const secret = 'heliotrope'
let server: TestServer
let speech: LoopbackSpeech
let tom: Actor

beforeAll(async () => {
  speech = await LoopbackSpeech.open()
  server = await openTestServer({ settings: { SPEECH_URL: speech.url, SPEECH_NAME: 'whisper-1' } })
  tom = await server.person({ name: 'Tom Reyes' })
  await tom.createOrganisation('Ridgeway Cycles')
})
afterAll(() => speech.close())

const cleanups = (objects = server.app.context.objects) => guestCleanups(objects)

const tellsSecret = async () => storesSecret(await server.guest(), speech, secret)

/** Tables with a row that contains the secret. */
async function tablesWithSecret(): Promise<string[]> {
  const tables = await server.asOwner<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  expect(tables.length).toBeGreaterThan(30)
  return namesOf(
    tables.map(
      ({ name }) => `select '${name}' as name where exists (select from "${name}" t where t::text like '%${secret}%')`,
    ),
  )
}

const namesOf = async (queries: readonly string[]) =>
  (await server.asOwner<{ name: string }>(`${queries.join(' union ')} order by name`)).map(row => row.name)

/** Tables with a row of somebody, or of their organisation. */
async function tablesOf({ user_id, organization_id }: { user_id: number; organization_id: number }): Promise<string[]> {
  const columns = await server.asOwner<{ name: string; column: string }>(
    `select table_name as name, column_name as column from information_schema.columns
     where table_schema = 'public' and column_name in ('organization_id', 'user_id', 'actor_id', 'created_by')`,
  )
  return namesOf(
    columns.map(({ name, column }) => {
      const id = column === 'organization_id' ? organization_id : user_id
      return `select '${name}' as name where exists (select from "${name}" where "${column}" = ${id})`
    }),
  )
}

const objectsOf = async (organization_id: number) => {
  const folder = join(server.app.context.settings.DATA_DIR, 'objects')
  const all = await readdir(folder, { recursive: true })
  return all.filter(path => path.split('/')[1] === String(organization_id) && /~$|file$|\/\d+$/.test(path))
}

describe('Cleanup of guests [D42]', () => {
  test('removes everything of a guest after 24 hours, from every table and the store', async () => {
    const { guest } = await tellsSecret()
    const home = await guestIds(guest)
    const planted = await tablesWithSecret()
    for (const table of [
      'documents',
      'known_words',
      'mate_messages',
      'speaker_names',
      'transcript_segments',
      'uploads',
    ])
      expect(planted).toContain(table)
    expect(await tablesOf(home)).toEqual(expect.arrayContaining(['audit', 'events', 'idempotency_keys', 'memberships']))
    expect((await objectsOf(home.organization_id)).length).toBeGreaterThan(1)
    server.clock.advance(limits.kept + hour - 1)
    await runCleanups(server, cleanups())
    expect(await tablesWithSecret()).toEqual(planted)
    server.clock.advance(2)
    await runCleanups(server, cleanups())
    expect(await tablesWithSecret()).toEqual([])
    expect(await tablesOf(home)).toEqual([])
    expect(await objectsOf(home.organization_id)).toEqual([])
    expect(await server.asOwner('select from users where id = $1', [home.user_id])).toEqual([])
    expect(await server.asOwner('select from organizations where id = $1', [home.organization_id])).toEqual([])
    expect(await server.asOwner('select from guest_arrivals')).toEqual([])
    await expect(guest.call(fetchMate, {})).rejects.toMatchObject({ status: 401, code: 'session.expired' })
  })

  test('leaves converted recordings and everybody else', async () => {
    await tom.signIn(tom.address)
    const { guest, batch_id } = await tellsSecret()
    const guest_token = guest.guest?.guest_token ?? ''
    const home = await guestIds(guest)
    const { doc_id, content } = await tom.call(convertGuestRecording, { batch_id, guest_token })
    server.clock.advance(limits.kept + hour / 2)
    const newcomer = await server.guest()
    speech.will(hears({ start: 0, end: 4, text: 'Nothing to hide.', speaker: 'A' }))
    const kept = await uploads(newcomer, silence(10))
    server.clock.advance(hour)
    const members = await membersRows()
    await runCleanups(server, cleanups())
    expect(await membersRows()).toEqual(members)
    await tom.signIn(tom.address)
    const transcript = await tom.call(readTranscript, { doc_id })
    expect(transcript.speakers).toMatchObject([{ name: `Keeper of the ${secret}` }])
    expect((await loads(tom, transcript.files[0]?.file.url ?? '')).bytes.equals(silence(10))).toBe(true)
    expect(content).toContain(secret)
    expect(await tablesOf(home)).toEqual([])
    expect(await newcomer.call(guestRecording, { batch_id: kept.batch_id })).toMatchObject({ batch_id: kept.batch_id })
    // The guest no longer exists, so the recording is not known as converted any more.
    await expect(tom.call(convertGuestRecording, { batch_id, guest_token })).rejects.toMatchObject({ status: 404 })
  })

  /** Rows of Tom's organisation, except those of sign-ins. */
  const membersRows = async () =>
    server.asOwner(
      `select (select count(*) from documents where organization_id = $1) as documents,
        (select count(*) from attachments where organization_id = $1) as attachments,
        (select count(*) from transcript_segments where organization_id = $1) as segments,
        (select count(*) from audit where organization_id = $1) as audit,
        (select count(*) from events where organization_id = $1) as events`,
      [tom.organization_id],
    )

  test('finds objects again if the server ended in between, also those of a conversion', async () => {
    await tom.signIn(tom.address)
    const { guest, batch_id } = await tellsSecret()
    const { organization_id } = await guestIds(guest)
    const { objects } = server.app.context
    const deleteBelow = vi.spyOn(objects, 'deleteBelow').mockRejectedValue(new Error('The store is away.'))
    await tom.call(convertGuestRecording, { batch_id, guest_token: guest.guest?.guest_token ?? '' })
    server.clock.advance(limits.kept + hour + 1)
    await expect(runCleanups(server, cleanups())).rejects.toThrow('The store is away.')
    deleteBelow.mockRestore()
    expect((await objectsOf(organization_id)).length).toBeGreaterThan(1)
    await runCleanups(server, cleanups())
    expect(await objectsOf(organization_id)).toEqual([])
  })

  test('works batch by batch after a long absence', async () => {
    for (let count = 0; count < 45; count += 1) {
      const ip = `2001:db8:${count}::1`
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
        body: '{}',
      }
      expect((await fetch(`${server.url}/guest/register`, init)).status).toBe(200)
    }
    server.clock.advance(limits.kept + hour + 1)
    const deleted: string[] = []
    const [first] = guestCleanups({ deleteBelow: async key => void deleted.push(key) })
    if (!first) throw new Error('There is no sweep.')
    const sizes: number[] = []
    await runCleanups(server, [
      async (tx, now) => {
        const before = deleted.length
        const hasMore = await first(tx, now)
        sizes.push((deleted.length - before) / 2)
        return hasMore
      },
    ])
    expect(sizes.length).toBeGreaterThanOrEqual(3)
    expect(Math.max(...sizes)).toBe(20)
    expect(await server.asOwner('select from guests')).toEqual([])
  })
})

test('covers guests even if the owner of the database is no superuser, and keeps the rest of the audit log', () =>
  withPlainOwner(`sweep_guests_${process.pid}`, async (database, ask) => {
    await ask(
      `insert into users (created_at, is_guest) values (now(), true), (now(), false);
       insert into organizations (name, is_guest, created_by, created_at) values ('Guest', true, 1, now()), ('One', false, 2, now());
       insert into memberships (organization_id, user_id, org_role, joined_at) select id, created_by, 'member', now() from organizations;
       insert into sessions (user_id, created_at) values (1, now());
       insert into guests (id, organization_id, user_id, session_id, token_hash, created_at, expires_at)
         values (gen_random_uuid(), 1, 1, 1, 'hash', now(), now() - interval '2 hours');
       insert into documents (organization_id, name, type, access, created_by, created_at, updated_at)
         select id, 'Meeting', 'diarization', 'private', created_by, now(), now() from organizations;
       insert into events (organization_id, seq, kind, audience, payload, at) select id, 1, 'document.created', '{}', '{}', now() from organizations;
       insert into audit (organization_id, kind, at) select id, 'recording.started', now() from organizations;
       insert into idempotency_keys (user_id, key, fingerprint, created_at) select id, 'a', '', now() from users`,
    )
    await runBatchCleanups(database, Date.now(), guestCleanups({ deleteBelow: async () => {} }))
    for (const table of ['organizations', 'users', 'memberships', 'documents', 'events', 'audit', 'idempotency_keys'])
      expect(await ask(`select count(*)::int as left from ${table}`), table).toEqual([{ left: 1 }])
    expect(
      await ask('select (select count(*)::int from guests) + (select count(*)::int from sessions) as left'),
    ).toEqual([{ left: 0 }])
    await expect(ask("begin; set local wheelhouse.upkeep = 'on'; delete from audit; commit")).rejects.toThrow(
      'the audit log is append-only',
    )
  }))
