import { beforeAll, describe, expect, test } from 'vitest'
import { grantAccess, revokeAccess } from '#shared/contract/documents/endpoints'
import { createGraph } from '#shared/contract/graphs/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { removeUser } from '#shared/contract/organisations/people'
import { readTitles, search } from '#shared/contract/search/endpoints'
import type { Actor } from '../../../../test/actor'
import { openWorkshop, type Workshop } from '../documents/test-workshop'
import { textOf } from './test-hits'

let workshop: Workshop
let hidden: number

beforeAll(async () => {
  workshop = await openWorkshop()
  const { tom, maya, zoe } = workshop
  const open = await workshop.logbook('Bay log', { access: 'organisation' })
  hidden = await workshop.logbook('Wages of everybody', {}, maya)
  await workshop.writes(tom, open, 'Payments by card work again')
  await workshop.writes(maya, hidden, 'Redundancy is planned, severance is paid')
  await maya.call(createGraph, { logbook_id: hidden, name: 'Dismissals', labels: { 0: 'Announced' } })
  const theirs = await workshop.logbook('Elsewhere', { access: 'organisation' }, zoe)
  await workshop.writes(zoe, theirs, 'Acquisition of a competitor')
})

const answer = (who: Actor, query: string) => who.call(search, { query })
const nothing = {
  hits: [],
  next_cursor: null,
  counts: ['document', 'log', 'graph', 'person', 'source'].map(kind => ({ kind, found: 0, is_more: false })),
  corrected: null,
}

describe('Search reveals nothing that the caller may not see [D6, D21]', () => {
  test.each([
    'severance',
    'sever',
    'wages',
    'dismissals',
    'announced',
    'acquisition',
    // Mistyped: hidden words are not suggested.
    'redundency',
    'severence',
    'wagse',
    'dismisals',
    'anounced',
    'aquisition',
    'elsewhree',
    'competiter',
  ])('searching %j finds as little as a word that occurs nowhere', async query => {
    const { tom, lena } = workshop
    const ofNowhere = await answer(tom, 'xylophonist')
    expect(ofNowhere).toEqual({ ...nothing, counts: expect.arrayContaining(nothing.counts) })
    expect(await answer(tom, query)).toEqual(ofNowhere)
    expect(await answer(lena, query)).toEqual(ofNowhere)
  })

  test('those who may see it find it, with help for typing errors', async () => {
    const { maya, dev, zoe } = workshop
    for (const who of [maya, dev]) {
      const { hits, corrected } = await answer(who, 'severence')
      expect(hits.map(hit => hit.kind)).toEqual(['log'])
      expect(corrected).toEqual([{ text: 'severance', hit: true }])
    }
    const { corrected } = await answer(zoe, 'aquisition')
    expect(corrected && textOf(corrected)).toBe('acquisition')
    expect((await answer(maya, 'aquisition')).hits).toEqual([])
  })

  test('a hidden word that is more similar does not prevent the suggestion of a visible one', async () => {
    const { tom, maya } = workshop
    const open = await workshop.logbook('Crates', { access: 'organisation' })
    await workshop.writes(tom, open, 'Handlebars packed')
    const forTom = await answer(tom, 'hanclebar handlebarz')
    await workshop.writes(
      maya,
      hidden,
      ...Array.from(
        { length: 30 },
        (_, nr) => `handlebar${String.fromCharCode(97 + (nr % 26))}${nr > 25 ? 'y' : ''} kept`,
      ),
    )
    expect(await answer(tom, 'hanclebar handlebarz')).toEqual(forTom)
    expect(textOf((await answer(tom, 'handlebarz')).corrected ?? [])).toBe('handlebars')
  })

  test('titles are those of what the caller may see, and current [D6]', async () => {
    const { maya, tom, zoe } = workshop
    const [log] = await workshop.writes(maya, hidden, 'Bonus')
    const refs = [`document:${hidden}`, `log:${log?.id}`, 'job:999999', 'task:999999']
    expect(await maya.call(readTitles, { refs: [...refs, ...refs] })).toEqual([
      { ref: refs[0], title: 'Wages of everybody' },
      { ref: refs[1], title: 'Bonus' },
    ])
    for (const who of [tom, zoe]) expect(await who.call(readTitles, { refs })).toEqual([])
    await expect(maya.call(readTitles, { refs: ['person:1'] })).rejects.toMatchObject({ status: 400 })
  })

  test('a right that is given or taken applies at once', async () => {
    const { maya, ana } = workshop
    const grantee = { doc_id: hidden, grantee_kind: 'user', grantee_id: ana.user_id } as const
    await maya.call(grantAccess, { ...grantee, level: 'viewer' })
    expect((await answer(ana, 'severence')).hits).toHaveLength(1)
    expect((await answer(ana, 'dismissals')).hits.map(hit => hit.kind)).toEqual(['graph'])
    await maya.call(revokeAccess, grantee)
    expect((await answer(ana, 'severence')).hits).toEqual([])
  })

  test('somebody who left is not found any more', async () => {
    const { maya, lena, tom } = workshop
    expect((await answer(tom, 'fuchs')).hits).toHaveLength(1)
    await maya.call(removeUser, { user_to_be_removed: lena.user_id })
    expect((await answer(tom, 'fuchs')).hits).toEqual([])
    await expect(answer(lena, 'bay')).rejects.toMatchObject({ status: 403 })
  })

  test('people who may read very many documents find in all of them and in no other', async () => {
    const { server, maya, tom } = workshop
    await server.asOwner(
      `with made as (
         insert into documents (organization_id, name, type, access, created_by, created_at, updated_at)
         select $1, 'Shift ' || nr, 'logbook', 'organisation', $2, now(), now() from generate_series(1, 410) nr returning id
       ), noted as (insert into last_writes select $1, id, now(), $2 from made)
       insert into logs (organization_id, doc_id, title, content, created_at)
       select $1, id, 'Handover', 'Lantern ' || id, timestamptz '2026-01-01' from made`,
      [maya.organization_id, maya.user_id],
    )
    await maya.call(writeLog, { doc_id: hidden, content: 'Lantern of the boss' })
    const count = async (who: Actor) =>
      (await answer(who, 'lantern')).counts.find(candidate => candidate.kind === 'log')?.found
    expect([await count(tom), await count(maya)]).toEqual([410, 411])
    expect((await answer(tom, 'boss')).hits).toEqual([])
    expect(textOf((await answer(tom, 'lanterm')).corrected ?? [])).toBe('lantern')
  })
})
