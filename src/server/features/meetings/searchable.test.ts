import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  deleteDocument,
  grantAccess,
  revokeAccess,
  undeleteDocument,
  updateDocument,
} from '#shared/contract/documents/endpoints'
import type { Input } from '#shared/contract/endpoint'
import {
  changeSegment,
  mergeSegments,
  nameSpeaker,
  readTranscript,
  splitSegment,
} from '#shared/contract/meetings/endpoints'
import { type SearchHit, search } from '#shared/contract/search/endpoints'
import type { Actor } from '../../../../test/actor'
import { hears, LoopbackSpeech } from '../../platform/speech/testing/loopback-speech'
import { type Office, openOffice } from '../attachments/test-office'
import { finishedRecording, guestIds, uploads } from '../guests/test-visitor'
import { textOf } from '../search/test-hits'
import { over, records, sentence } from './test-meeting'

type Said = SearchHit & { kind: 'transcript' }

let loopback: LoopbackSpeech
let office: Office
let bytes: Buffer

beforeAll(async () => {
  loopback = await LoopbackSpeech.open()
  office = await openOffice({ SPEECH_URL: loopback.url, SPEECH_NAME: 'whisper-1' })
  bytes = await sentence()
})
afterAll(() => loopback.close())

/** A private recording of Tom's in which two speakers take turns, a second each. */
async function meeting(...texts: string[]): Promise<number> {
  loopback.will(
    hears(...texts.map((text, nr) => ({ start: nr + 0.5, end: nr + 1.5, text, speaker: nr % 2 ? 'B' : 'A' }))),
  )
  const { doc_id } = await records(office.tom, bytes)
  await over(office.tom, doc_id)
  await office.tom.call(updateDocument, { doc_id, document_name: 'Monday round' })
  return doc_id
}

const answer = (query: string, who = office.tom, params: Partial<Input<typeof search>> = {}) =>
  who.call(search, { query, ...params })
const isSaid = (hit: SearchHit): hit is Said => hit.kind === 'transcript'
/** The found segments as text. */
const found = async (query: string, who = office.tom, params: Partial<Input<typeof search>> = {}) =>
  (await answer(query, who, params)).hits.filter(isSaid).map(hit => textOf(hit.title))
const counted = async (query: string, who: Actor) =>
  (await answer(query, who)).counts.find(count => count.kind === 'transcript')
const nothing = { kind: 'transcript', found: 0, is_more: false }
const letsRead = (doc_id: number, who: Actor) =>
  ({ doc_id, grantee_kind: 'user', grantee_id: who.user_id, level: 'viewer' }) as const

describe('Searching what was said in a meeting', () => {
  test('finds the sentence, its speaker, the meeting, the second and the time', async () => {
    const doc_id = await meeting('The impeller rattles.', 'Since the Straße flooded, the impeller is bent.')
    const { tom } = office
    await tom.call(nameSpeaker, { doc_id, version: 1, speaker: 2, name: 'Priya' })
    const { hits, counts } = await answer('bent impeller', tom, { kinds: ['transcript'] })
    expect(hits).toEqual([
      {
        kind: 'transcript',
        segment_id: expect.any(Number),
        doc_id,
        doc_name: 'Monday round',
        speaker: 2,
        start: expect.closeTo(1.5),
        title: [
          { text: 'Since the Straße flooded, the ', hit: false },
          { text: 'impeller', hit: true },
          { text: ' is ', hit: false },
          { text: 'bent', hit: true },
          { text: '.', hit: false },
        ],
        excerpt: [],
        by: 'Priya',
        at: expect.any(String),
      } satisfies SearchHit,
    ])
    expect(counts).toContainEqual({ kind: 'transcript', found: 1, is_more: false })
    expect((await answer('rattles', tom, { kinds: ['transcript'] })).hits).toMatchObject([
      { by: null, speaker: 1, start: expect.closeTo(0.5) },
    ])
    expect(await found('strasse')).toHaveLength(1)
    expect(await found('impel')).toHaveLength(2)
  })

  test('can be requested alone or excluded, and respects the time of its recording', async () => {
    const doc_id = await meeting('Quince marmalade.')
    const { tom, server } = office
    await tom.call(updateDocument, { doc_id, document_description: 'About quince' })
    const kinds = async (params: Partial<Input<typeof search>>) =>
      (await answer('quince', tom, params)).hits.map(hit => hit.kind)
    expect(await kinds({})).toEqual(['document', 'transcript'])
    expect(await kinds({ kinds: ['transcript'] })).toEqual(['transcript'])
    expect(await kinds({ kinds: ['log'] })).toEqual([])
    const { counts } = await answer('quince', tom, { kinds: ['log'] })
    expect(counts).toContainEqual({ ...nothing, found: 1 })
    const at = (await answer('quince', tom, { kinds: ['transcript'] })).hits[0]?.at ?? ''
    expect(await found('quince', tom, { from: at })).toHaveLength(1)
    expect(await found('quince', tom, { to: at })).toEqual([])
    expect(await found('quince', tom, { from: new Date(server.clock.now() + 1_000).toISOString() })).toEqual([])
  })

  test('reflects corrections', async () => {
    const doc_id = await meeting('The gasket is fine.', 'Gaskets are cheap.')
    const { tom } = office
    const { segments } = await tom.call(readTranscript, { doc_id })
    const segment_id = segments[0]?.segment_id ?? 0
    await tom.call(changeSegment, { doc_id, version: 1, segment_id, text: 'The bushing is worn out.' })
    expect(await found('"gasket"')).toEqual([])
    expect(await found('bushing')).toEqual(['The bushing is worn out.'])
    await tom.call(splitSegment, { doc_id, version: 2, segment_id, at: 1, character: 12, speaker: 3 })
    expect(await found('bushing')).toEqual(['The bushing'])
    expect((await answer('worn', tom, { kinds: ['transcript'] })).hits).toMatchObject([{ speaker: 3, start: 1 }])
    await tom.call(mergeSegments, { doc_id, version: 3, segment_id })
    expect(await found('bushing')).toEqual(['The bushing is worn out.'])
    expect(await found('bushign')).toEqual(['The bushing is worn out.'])
  })

  test('finds nothing of a deleted recording, and finds it again when restored', async () => {
    const doc_id = await meeting('Pomegranate.')
    const { tom } = office
    expect(await found('pomegranate')).toHaveLength(1)
    await tom.call(deleteDocument, { doc_id })
    expect(await counted('pomegranate', tom)).toEqual(nothing)
    expect(await found('pomegranete')).toEqual([])
    await tom.call(undeleteDocument, { doc_id })
    expect(await found('pomegranate')).toHaveLength(1)
  })

  test('is paged, with each hit once', async () => {
    await meeting('Ferrule one.', 'Ferrule two.', 'Ferrule three.', 'Ferrule four.', 'Ferrule five.')
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await answer('ferrule', office.tom, { limit: 2, kinds: ['transcript'], ...(cursor && { cursor }) })
      seen.push(...page.hits.map(hit => textOf(hit.title)))
      cursor = page.next_cursor
    } while (cursor)
    expect(seen).toEqual(['Ferrule five.', 'Ferrule four.', 'Ferrule three.', 'Ferrule two.', 'Ferrule one.'])
  })
})

describe('Who finds what was said [D6, D21]', () => {
  test('those who may read its document; for nobody else it changes an answer', async () => {
    const doc_id = await meeting('Severance is planned.')
    const { tom, maya, ana, lena, zoe } = office
    await tom.call(grantAccess, letsRead(doc_id, ana))
    for (const who of [tom, maya, ana]) {
      expect(await found('severance', who)).toEqual(['Severance is planned.'])
      const { corrected } = await answer('severence', who)
      expect(corrected && textOf(corrected)).toBe('severance')
    }
    for (const who of [lena, zoe]) {
      const ofNowhere = await answer('xylophonist', who)
      for (const query of ['severance', 'sever', 'severence']) expect(await answer(query, who)).toEqual(ofNowhere)
    }
    await tom.call(revokeAccess, { doc_id, grantee_kind: 'user', grantee_id: ana.user_id })
    expect(await counted('severance', ana)).toEqual(nothing)
    await tom.call(updateDocument, { doc_id, access: 'organisation' })
    expect(await found('severance', lena)).toHaveLength(1)
    expect(await found('severance', zoe)).toEqual([])
    await expect(answer('severance', office.server.stranger())).rejects.toMatchObject({ status: 401 })
  })

  test('nobody but the guest finds what a guest said, and guests cannot search', async () => {
    const { server, tom, maya } = office
    const [guest, other] = [await server.guest(), await server.guest()]
    loopback.will(hears({ start: 0.5, end: 1.5, text: 'The heirloom is hidden.', speaker: 'A' }))
    await finishedRecording(guest, (await uploads(guest, bytes)).batch_id)
    const home = await guestIds(guest)
    const [kept] = await server.asOwner<{ count: number }>(
      `select count(*)::int as count from transcript_segments where organization_id = $1`,
      [home.organization_id],
    )
    expect(kept?.count).toBe(1)
    for (const who of [tom, maya]) expect(await answer('heirloom', who)).toEqual(await answer('xylophonist', who))
    for (const who of [guest, other]) await expect(answer('heirloom', who)).rejects.toMatchObject({ status: 403 })
  })

  test('people who may read very many recordings, also for very frequent words', async () => {
    const { server, maya, tom, lena } = office
    await server.asOwner(
      `with made as (
         insert into documents (organization_id, name, type, access, created_by, created_at, updated_at)
         select $1, 'Round ' || nr, 'diarization', case when nr % 7 = 0 then 'private' else 'organisation' end, $2,
           timestamptz '2026-01-01' + nr * interval '1 hour', timestamptz '2026-01-01' from generate_series(1, 110) nr returning id
       ), recorded as (
         insert into recordings (organization_id, doc_id, stage, has_words, updated_at)
         select $1, id, 'done', true, now() from made returning doc_id
       )
       insert into transcript_segments (organization_id, doc_id, speaker, starts_at, ends_at, text)
       select $1, doc_id, 1, nr, nr + 1, 'Lanterns ' || case when nr = 50 then 'and a zeppelin' else 'burn' end
       from recorded cross join generate_series(1, 100) nr`,
      [maya.organization_id, maya.user_id],
    )
    // One number of hits is below the limit for reading their time, and one is above.
    expect(await counted('zeppelin', maya)).toEqual({ kind: 'transcript', found: 110, is_more: false })
    expect(await counted('zeppelin', lena)).toEqual({ kind: 'transcript', found: 95, is_more: false })
    for (const who of [maya, tom, lena]) {
      const { counts, hits } = await answer('lantern', who, { kinds: ['transcript'] })
      expect(counts).toContainEqual({ kind: 'transcript', found: 500, is_more: true })
      expect(hits[0]).toMatchObject({ doc_name: 'Round 110', start: 100 })
    }
    const { hits } = await answer('lantern', lena, { kinds: ['transcript'], to: '2026-01-01T08:00:00Z' })
    expect(hits[0]).toMatchObject({ doc_name: 'Round 6' })
  })
})
