import { beforeAll, describe, expect, test } from 'vitest'
import { type DocumentAccess, grantAccess, listDocuments, pinDocument } from '#shared/contract/documents/endpoints'
import { addBranch, manageBranchUsers } from '#shared/contract/organisations/branches'
import type { Actor } from '../../../../test/actor'
import { openWorkshop, type Workshop } from './test-workshop'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})

describe('The list by name', () => {
  test('ignores capitals and accents, page by page, each document once', async () => {
    const { tom, ana } = workshop
    const names = ['zebra file', 'Ärzte file', 'apple file', 'Bremse file', 'bremse file', 'चेन file', 'Zoo file']
    for (const name of names) await workshop.logbook(name)
    await workshop.logbook('A secret file', {}, workshop.maya)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const params = { order: 'name', query: 'file', limit: 2, ...(cursor && { cursor }) } as const
      const reply = await tom.reply(listDocuments, params)
      seen.push(...(reply.data ?? []).map(document => document.doc_name))
      cursor = reply.next_cursor ?? undefined
    } while (cursor)
    expect(seen).toEqual([
      'apple file',
      'Ärzte file',
      'Bremse file',
      'bremse file',
      'zebra file',
      'Zoo file',
      'चेन file',
    ])
    expect(await ana.call(listDocuments, { order: 'name', query: 'file' })).toEqual([])
    const refused = tom.call(listDocuments, { order: 'name', cursor: 'none' })
    await expect(refused).rejects.toMatchObject({ status: 400 })
  })
})

describe('A row of the list [3.6b, D18]', () => {
  test('says whether the caller may write there, and the list can leave out documents where they may not [D21]', async () => {
    const { tom, ana, dev, lena, yard, gives } = workshop
    const log = (name: string, access: DocumentAccess, branch_id?: number) =>
      workshop.logbook(`${name} rota`, { access, ...(branch_id && { branch_id }) })
    await log('Everybody’s', 'organisation')
    await workshop.logbook('The yard’s rota', { access: 'branch', branch_id: yard }, ana)
    await gives(await log('Read', 'private'), ana, 'viewer')
    await gives(await log('Edited', 'private'), ana, 'editor')
    await gives(
      await log('Over', 'private'),
      ana,
      'editor',
      new Date(workshop.server.clock.now() + 60_000).toISOString(),
    )
    await log('Tom’s', 'private')
    workshop.server.clock.advance(120_000)
    const rows = async (who: typeof ana, writable?: boolean) =>
      (await who.call(listDocuments, { query: 'rota', type: 'logbook', ...(writable && { writable }) }))
        .map(document => `${document.doc_name.replace(' rota', '')}${document.read_only ? ' (read)' : ''}`)
        .sort()
    expect(await rows(ana)).toEqual(['Edited', 'Everybody’s', 'Read (read)', 'The yard’s'])
    expect(await rows(ana, true)).toEqual(['Edited', 'Everybody’s', 'The yard’s'])
    expect(await rows(lena, true)).toEqual(['Everybody’s'])
    expect(await rows(tom, true)).toEqual(['Edited', 'Everybody’s', 'Over', 'Read', 'Tom’s'])
    expect(await rows(dev, true)).toHaveLength(6)
  })

  test('has the number of speakers and the duration of a recording, once they are known [D24]', async () => {
    const { tom, server, maya, ana } = workshop
    const organization_id = maya.organization_id
    const recording = async (name: string, stage: string, speakers: readonly number[], duration_seconds: number) => {
      const doc_id = await workshop.logbook(`${name} call`, { document_type: 'diarization' })
      await server.asOwner(
        `insert into recordings (organization_id, doc_id, stage, has_words, duration_seconds, updated_at)
         values ($1, $2, $3, true, $4, now())`,
        [organization_id, doc_id, stage, duration_seconds],
      )
      await server.asOwner(
        `insert into transcript_segments (organization_id, doc_id, speaker, starts_at, ends_at, text)
         select $1, $2, speaker, nr, nr + 1, 'Said.' from unnest($3::int[]) with ordinality as t (speaker, nr)`,
        [organization_id, doc_id, speakers],
      )
      return doc_id
    }
    const friday = await recording('Friday', 'done', [1, 2, 4, 2, 1, 9, 4], 2_280)
    await recording('Silent', 'done', [], 12)
    await recording('Waiting', 'transcribing', [1, 2], 0)
    await workshop.logbook('Page on a call', { document_type: 'document' })
    await tom.call(pinDocument, { doc_id: friday, is_pinned: true })
    const heard = async (params: { only?: 'pinned' }) =>
      Object.fromEntries(
        (await tom.call(listDocuments, { query: 'call', ...params })).map(document => [
          document.doc_name,
          document.recording,
        ]),
      )
    expect(await heard({})).toEqual({
      'Friday call': { speakers: 4, duration_seconds: 2_280 },
      'Silent call': { speakers: 0, duration_seconds: 12 },
      'Waiting call': null,
      'Page on a call': null,
    })
    expect(await heard({ only: 'pinned' })).toEqual({ 'Friday call': { speakers: 4, duration_seconds: 2_280 } })
    expect(await ana.call(listDocuments, { query: 'call' })).toEqual([])
  })
})

describe('The documents of a space [D4]', () => {
  const names = async (who: Actor, branch_id: number) =>
    (await who.call(listDocuments, { branch_id })).map(document => document.doc_name)

  test('are those that belong to it, last written first, and only those that the caller may read', async () => {
    const { maya, tom, ana, lena, zoe, server } = workshop
    const branch_id = (await maya.call(addBranch, { branch_name: 'Paint shed', is_open_branch: false })).id
    await maya.call(manageBranchUsers, { branch_id, users_to_be_added: [ana.user_id] })
    const of = (name: string, access: DocumentAccess) =>
      workshop.logbook(name, { access, ...(access === 'branch' && { branch_id }) }, ana)
    const paint = await of('Paint log', 'branch')
    server.clock.advance(1_000)
    await workshop.logbook('Shed rules', { access: 'branch', branch_id, document_type: 'document' }, ana)
    await of('Ana’s own', 'private')
    await of('Everybody’s shed', 'organisation')
    expect(await names(ana, branch_id)).toEqual(['Shed rules', 'Paint log'])
    expect(await names(maya, branch_id)).toEqual(['Shed rules', 'Paint log'])
    expect(await names(tom, branch_id)).toEqual([])
    expect(await names(zoe, branch_id)).toEqual([])
    // Lena reads the document, but which closed space it belongs to is not hers to know.
    await ana.call(grantAccess, { doc_id: paint, grantee_kind: 'user', grantee_id: lena.user_id, level: 'viewer' })
    expect((await lena.call(listDocuments, {})).map(document => document.doc_name)).toContain('Paint log')
    expect(await names(lena, branch_id)).toEqual([])
    await expect(server.stranger().call(listDocuments, { branch_id })).rejects.toMatchObject({ status: 401 })
  })
})
