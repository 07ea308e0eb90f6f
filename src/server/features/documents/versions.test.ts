import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createDocument,
  deleteDocument,
  fetchDocument,
  listDocuments,
  updateDocument,
} from '#shared/contract/documents/endpoints'
import { document as limits } from '#shared/contract/documents/limits'
import {
  compareVersions,
  listVersions,
  nameVersion,
  readVersion,
  replaceContent,
  restoreVersion,
  StaleContent,
  type Version,
} from '#shared/contract/documents/versions'
import type { Actor } from '../../../../test/actor'
import { notAllowed, notFound, openWorkshop, readOnly, type Workshop } from './test-workshop'

let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop()
})

beforeEach(() => workshop.server.clock.advance(1_000))

const minute = 60_000
const now = () => new Date(workshop.server.clock.now()).toISOString()
const page = (name: string, by?: Actor) =>
  workshop.logbook(name, { document_type: 'document', access: 'organisation' }, by)

/** Saves over the current version. */
async function saves(who: Actor, doc_id: number, content: string) {
  const { version } = await who.call(fetchDocument, { doc_id })
  return who.call(replaceContent, { doc_id, content, version })
}

const history = async (doc_id: number) => (await workshop.tom.call(listVersions, { doc_id })) as Version[]
const told = async (doc_id: number) =>
  (await workshop.events('document.updated')).filter(event => event.payload.doc_id === doc_id).length

describe('The text of a document [3.6a] [7.12a]', () => {
  test('is saved as its next version, with its writer, and announced to its readers', async () => {
    const { tom, lena } = workshop
    const doc_id = await page('House rules')
    expect(await tom.call(fetchDocument, { doc_id })).toMatchObject({ content: '', version: 0 })
    workshop.server.clock.advance(minute)
    const saved = await lena.call(replaceContent, { doc_id, content: '# Rules\n\nBe kind.', version: 0 })
    expect(saved).toMatchObject({
      content: '# Rules\n\nBe kind.',
      version: 1,
      updatedby: { user_id: lena.user_id },
      updatedat: now(),
    })
    expect(await tom.call(fetchDocument, { doc_id })).toMatchObject({ content: saved.content, version: 1 })
    expect((await workshop.events('document.updated')).at(-1)).toEqual({
      audience: { to: 'document', doc_id },
      payload: { kind: 'document.updated', doc_id, version: 1, updated_at: saved.updatedat },
    })
    const [first] = await tom.call(listDocuments, {})
    expect(first).toMatchObject({ doc_id, last_written_at: now(), last_written_by: 'Lena Fuchs' })
  })

  test('is not saved over a version that is not the newest: both texts are returned [D18]', async () => {
    const { tom, lena } = workshop
    const doc_id = await page('Opening hours')
    await saves(tom, doc_id, 'Nine to five')
    const at = now()
    workshop.server.clock.advance(minute)
    const before = await told(doc_id)
    const refused = await lena.reply(replaceContent, { doc_id, content: 'Ten to six', version: 0 })
    expect(refused).toMatchObject({ status: 409, code: 'document.stale' })
    expect(StaleContent.parse(refused.data)).toMatchObject({
      current: { content: 'Nine to five', version: 1, updatedat: at, updatedby: { user_id: tom.user_id } },
      sent: { content: 'Ten to six', version: 0 },
    })
    const ahead = await lena.reply(replaceContent, { doc_id, content: 'Ten to six', version: 7 })
    expect(ahead).toMatchObject({ status: 409, code: 'document.stale' })
    expect(await tom.call(fetchDocument, { doc_id })).toMatchObject({ content: 'Nine to five', version: 1 })
    expect(await told(doc_id)).toBe(before)
  })

  test('that two people save at once is saved for one of them, and the other is told', async () => {
    const { tom, lena, ana, dev } = workshop
    const doc_id = await page('All at once')
    const replies = await Promise.all(
      [tom, lena, ana, dev].map(who => who.reply(replaceContent, { doc_id, content: who.name, version: 0 })),
    )
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 409, 409, 409])
    const winner = replies.find(reply => reply.status === 200)?.data.content
    for (const stale of replies.filter(reply => reply.status === 409)) {
      expect(StaleContent.parse(stale.data).current).toMatchObject({ content: winner, version: 1 })
    }
    expect(await history(doc_id)).toHaveLength(2)
  })

  test('that is repeated with its key is saved once and returns the same', async () => {
    const { tom } = workshop
    const doc_id = await page('Sent twice')
    const params = { doc_id, content: 'Once', version: 0 }
    const first = await tom.reply(replaceContent, params, { key: 'save-1' })
    const again = await tom.reply(replaceContent, params, { key: 'save-1' })
    expect(again.data).toEqual(first.data)
    expect(first).toMatchObject({ status: 200, data: { version: 1 } })
    expect((await tom.call(fetchDocument, { doc_id })).version).toBe(1)
  })

  test('that is unchanged makes no version and announces nothing', async () => {
    const { tom } = workshop
    const doc_id = await page('Same again')
    await saves(tom, doc_id, 'Same')
    const before = await told(doc_id)
    expect(await saves(tom, doc_id, 'Same')).toMatchObject({ version: 1 })
    expect([await told(doc_id), (await history(doc_id)).length]).toEqual([before, 2])
  })

  test('can have half a million characters, and no more', async () => {
    const { tom } = workshop
    const doc_id = await page('Long')
    const words = Array.from({ length: limits.contentLength / 4 }, (_, index) => `म${index.toString(36)}ü`)
    const content = words.join(' ').slice(0, limits.contentLength)
    expect(content).toHaveLength(limits.contentLength)
    expect((await saves(tom, doc_id, content)).content).toBe(content)
    const more = await tom.reply(replaceContent, { doc_id, content: `${content}!`, version: 1 })
    expect(more).toMatchObject({ status: 400, issues: [{ path: 'content' }] })
  })
})

describe('Who may save [D18] [D21]', () => {
  const save = (who: Actor, doc_id: number) => who.reply(replaceContent, { doc_id, content: who.name, version: 0 })

  test('a page: everybody who may write logs elsewhere, by its rule or as editor', async () => {
    const { ana, lena, zoe, yard, server } = workshop
    const inYard = { document_type: 'document', access: 'branch', branch_id: yard } as const
    expect(await save(ana, await workshop.logbook('Of the yard', inYard))).toMatchObject({ status: 200 })
    const other = await workshop.logbook('Of the yard too', inYard)
    expect(await save(lena, other)).toMatchObject(notFound)
    expect(await save(zoe, other)).toMatchObject(notFound)
    await workshop.gives(other, lena, 'viewer')
    expect(await save(lena, other)).toMatchObject(readOnly)
    await workshop.gives(other, lena, 'editor', new Date(server.clock.now() + minute).toISOString())
    expect(await save(lena, other)).toMatchObject({ status: 200 })
    server.clock.advance(minute)
    expect(await save(lena, other)).toMatchObject(notFound)
  })

  test.each(['logbook', 'diarization'] as const)(
    'the summary of a %s: everybody who may change its name',
    async type => {
      const { tom, ana, lena, dev } = workshop
      const make = () => workshop.logbook(`A ${type}`, { document_type: type, access: 'organisation' })
      const doc_id = await make()
      expect(await save(ana, doc_id)).toMatchObject(notAllowed)
      await workshop.gives(doc_id, lena, 'editor')
      expect(await save(lena, doc_id)).toMatchObject({ status: 200 })
      for (const who of [tom, dev]) expect(await save(who, await make())).toMatchObject({ status: 200 })
    },
  )

  test('a deleted document: nobody', async () => {
    const { tom } = workshop
    const doc_id = await page('Gone')
    await tom.call(deleteDocument, { doc_id })
    for (const who of [tom, workshop.maya]) {
      expect(await save(who, doc_id)).toMatchObject(notFound)
      expect(await who.reply(restoreVersion, { doc_id, version: 0, current: 0 })).toMatchObject(notFound)
      expect(await who.reply(listVersions, { doc_id })).toMatchObject(notFound)
      expect(await who.reply(readVersion, { doc_id, version: 0 })).toMatchObject(notFound)
    }
  })
})

describe('The history of a document [D18]', () => {
  test('begins with the initial text, and joins what one person saves within ten minutes', async () => {
    const { tom, lena, server } = workshop
    const doc_id = await page('Recipe')
    server.clock.advance(minute)
    await saves(tom, doc_id, 'Flour')
    server.clock.advance(10 * minute - 1)
    await saves(tom, doc_id, 'Flour\nWater')
    server.clock.advance(1)
    await saves(tom, doc_id, 'Flour\nWater\nSalt')
    await saves(lena, doc_id, 'Flour\nWater\nSalt\nYeast')
    await saves(tom, doc_id, 'Flour\nMilk\nSalt\nYeast')
    expect(
      (await history(doc_id)).map(version => [
        version.version,
        version.created_by?.user_displayname,
        version.added,
        version.removed,
      ]),
    ).toEqual([
      [5, 'Tom Reyes', 1, 1],
      [4, 'Lena Fuchs', 1, 0],
      [3, 'Tom Reyes', 1, 0],
      [2, 'Tom Reyes', 2, 0],
      [0, 'Tom Reyes', 0, 0],
    ])
    expect(await tom.call(readVersion, { doc_id, version: 3 })).toMatchObject({
      version: 3,
      origin: 'person',
      restored_from: null,
      content: 'Flour\nWater\nSalt',
      before: 'Flour\nWater',
    })
    expect(await tom.call(readVersion, { doc_id, version: 0 })).toMatchObject({ content: '', before: null })
    expect(await tom.reply(readVersion, { doc_id, version: 1 })).toMatchObject({
      status: 404,
      code: 'version.not_found',
    })
  })

  test('has the time of the last save of a version, and counts changes from the version before it', async () => {
    const { tom, server } = workshop
    const doc_id = await page('Sitting')
    await saves(tom, doc_id, 'One\nTwo\nThree')
    server.clock.advance(minute)
    await saves(tom, doc_id, 'One')
    expect(await history(doc_id)).toMatchObject([
      { version: 2, created_at: now(), added: 1, removed: 0 },
      { version: 0 },
    ])
  })

  test('has a separate version for each of Mate’s texts', async () => {
    const { tom, server } = workshop
    const doc_id = await page('Written by Mate')
    await saves(tom, doc_id, 'Mine')
    await server.asOwner("update document_versions set origin = 'mate' where doc_id = $1 and version = 1", [doc_id])
    await saves(tom, doc_id, 'Mine again')
    expect((await history(doc_id)).map(version => [version.version, version.origin])).toEqual([
      [2, 'person'],
      [1, 'mate'],
      [0, 'person'],
    ])
  })

  test('is visible to all who may read the document, and paged', async () => {
    const { tom, maya, lena, ana, zoe } = workshop
    const doc_id = await workshop.logbook('Often', { document_type: 'document' })
    for (const content of ['a', 'b', 'c', 'd']) await saves('bd'.includes(content) ? tom : maya, doc_id, content)
    await workshop.gives(doc_id, lena, 'viewer')
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const part = await lena.reply(listVersions, { doc_id, limit: 2, ...(cursor && { cursor }) })
      seen.push(...part.data.map(version => version.version))
      cursor = part.next_cursor ?? undefined
    } while (cursor)
    expect(seen).toEqual([4, 3, 2, 1, 0])
    expect(await lena.call(readVersion, { doc_id, version: 2 })).toMatchObject({ content: 'b', before: 'a' })
    for (const who of [ana, zoe]) {
      expect(await who.reply(listVersions, { doc_id })).toMatchObject(notFound)
      expect(await who.reply(readVersion, { doc_id, version: 0 })).toMatchObject(notFound)
    }
    expect(await lena.reply(listVersions, { doc_id, cursor: 'eyJhdCI6MX0' })).toMatchObject({ status: 400 })
  })

  test('does not change with name, description or prompt', async () => {
    const { tom } = workshop
    const { doc_id } = await tom.call(createDocument, { document_name: 'Plain', document_type: 'document' })
    expect(await tom.call(updateDocument, { doc_id, document_name: 'Plainer', prompt: 'Short' })).toMatchObject({
      version: 0,
    })
    expect(await history(doc_id)).toHaveLength(1)
  })
})

describe('Restoring a version [D18]', () => {
  test('makes a new, separate version of its text that names its origin', async () => {
    const { tom, lena } = workshop
    const doc_id = await page('Back and forth')
    await saves(tom, doc_id, 'First')
    await saves(lena, doc_id, 'Second\nThird')
    const before = await told(doc_id)
    expect(await tom.call(restoreVersion, { doc_id, version: 1, current: 2 })).toMatchObject({
      content: 'First',
      version: 3,
    })
    expect(await told(doc_id)).toBe(before + 1)
    await saves(tom, doc_id, 'First again')
    expect(await history(doc_id)).toMatchObject([
      { version: 4, origin: 'person', restored_from: null },
      { version: 3, origin: 'restored', restored_from: 1, created_by: { user_id: tom.user_id }, added: 1, removed: 2 },
      { version: 2 },
      { version: 1 },
      { version: 0 },
    ])
  })

  test("right after one's own save keeps what was saved", async () => {
    const { tom } = workshop
    const doc_id = await page('Regretted')
    await saves(tom, doc_id, 'Regretted')
    await tom.call(restoreVersion, { doc_id, version: 0, current: 1 })
    expect((await history(doc_id)).map(version => version.version)).toEqual([2, 1, 0])
    expect(await tom.call(readVersion, { doc_id, version: 1 })).toMatchObject({ content: 'Regretted' })
  })

  test('over one that the caller has not seen changes nothing: both texts are returned', async () => {
    const { tom, lena } = workshop
    const doc_id = await page('Seen late')
    await saves(tom, doc_id, 'Tom’s')
    await saves(lena, doc_id, 'Lena’s')
    const refused = await tom.reply(restoreVersion, { doc_id, version: 0, current: 1 })
    expect(refused).toMatchObject({ status: 409, code: 'document.stale' })
    expect(StaleContent.parse(refused.data)).toMatchObject({
      current: { content: 'Lena’s', version: 2, updatedby: { user_id: lena.user_id } },
      sent: { content: '', version: 1 },
    })
    expect((await tom.call(fetchDocument, { doc_id })).content).toBe('Lena’s')
  })

  test('that never existed is refused, and so are people who may not write', async () => {
    const { tom, lena, ana } = workshop
    const doc_id = await workshop.logbook('Mine', { document_type: 'document' })
    await saves(tom, doc_id, 'Text')
    const params = { doc_id, version: 0, current: 1 }
    expect(await tom.reply(restoreVersion, { ...params, version: 9 })).toMatchObject({
      status: 404,
      code: 'version.not_found',
    })
    await workshop.gives(doc_id, lena, 'viewer')
    expect(await lena.reply(restoreVersion, params)).toMatchObject(readOnly)
    expect(await ana.reply(restoreVersion, params)).toMatchObject(notFound)
  })
})

describe('Versions of a page by name and in comparison [D46]', () => {
  test('a named version is kept although the same person goes on writing, until the name is taken away', async () => {
    const { tom, lena, server } = workshop
    const doc_id = await page('Rota')
    await saves(tom, doc_id, 'One.')
    const named = await lena.call(nameVersion, { doc_id, version: 1, name: 'As agreed' })
    expect(named).toMatchObject({ version: 1, name: 'As agreed', authors: [{ user_id: tom.user_id }] })
    server.clock.advance(minute)
    await saves(tom, doc_id, 'One.\n\nTwo.')
    expect((await history(doc_id)).map(({ version, name }) => [version, name])).toEqual([
      [2, null],
      [1, 'As agreed'],
      [0, null],
    ])
    expect(await tom.call(nameVersion, { doc_id, version: 1, name: null })).toMatchObject({ name: null })
  })

  test('two versions say who added and removed what between them, in either order', async () => {
    const { tom, lena, ana } = workshop
    const doc_id = await page('Keys')
    await saves(tom, doc_id, 'Front.\n\nBack.')
    await saves(lena, doc_id, 'Front.\n\nBack.\n\nBay.')
    await saves(ana, doc_id, 'Front.\n\nBay.\n\nTill.')
    const compared = await tom.call(compareVersions, { doc_id, from: 3, to: 1 })
    expect(compared).toMatchObject({
      before: 'Front.\n\nBack.',
      after: 'Front.\n\nBay.\n\nTill.',
      added: [null, [lena.user_id], [ana.user_id]],
      removed: [null, [ana.user_id]],
    })
    expect(compared.people.map(({ user_id }) => user_id).sort()).toEqual([lena.user_id, ana.user_id].sort())
  })

  test('are named by those who may write, and do not exist for those who may not read', async () => {
    const { tom, lena, zoe } = workshop
    const doc_id = await page('Alarm')
    await saves(tom, doc_id, 'One.')
    await tom.call(updateDocument, { doc_id, access: 'private' })
    const naming = { doc_id, version: 1, name: 'Mine' }
    for (const who of [lena, zoe]) {
      await expect(who.call(nameVersion, naming)).rejects.toMatchObject(notFound)
      await expect(who.call(compareVersions, { doc_id, from: 0, to: 1 })).rejects.toMatchObject(notFound)
    }
    await workshop.gives(doc_id, lena, 'viewer')
    await expect(lena.call(nameVersion, naming)).rejects.toMatchObject(readOnly)
    expect(await lena.call(compareVersions, { doc_id, from: 0, to: 1 })).toMatchObject({ added: [[tom.user_id]] })
    const missing = { status: 404, code: 'version.not_found' }
    await expect(tom.call(nameVersion, { ...naming, version: 9 })).rejects.toMatchObject(missing)
    await expect(tom.call(compareVersions, { doc_id, from: 0, to: 9 })).rejects.toMatchObject(missing)
  })
})
