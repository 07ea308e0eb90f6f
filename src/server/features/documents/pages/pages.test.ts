import { beforeAll, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { createDocument, deleteDocument, fetchDocument, updateDocument } from '#shared/contract/documents/endpoints'
import { document as limits } from '#shared/contract/documents/limits'
import { changePage, openPage } from '#shared/contract/documents/pages'
import { listVersions, replaceContent, restoreVersion, StaleContent } from '#shared/contract/documents/versions'
import { getTokens } from '#shared/contract/session/endpoints'
import { day } from '#shared/limits'
import { markdownOf, textField, textOf, writeInto } from '#shared/page/document'
import type { Actor } from '../../../../../test/actor'
import { jobsOf } from '../../../platform/jobs/jobs'
import { closeAllClients, LiveClient } from '../../../platform/live/testing/live-client'
import { notFound, openWorkshop, readOnly, type Workshop } from '../test-workshop'
import { base64, bytes, PageClient } from './test-page-client'

let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop()
})

const page = async (content: string, access: 'organisation' | 'private' = 'organisation') => {
  const { doc_id } = await workshop.tom.call(createDocument, {
    document_name: 'Opening',
    document_type: 'document',
    access,
  })
  if (content) await workshop.tom.call(replaceContent, { doc_id, content, version: 0 })
  return doc_id
}

/** Lets the pause pass after which a version is cut. */
async function pause(): Promise<void> {
  const { server } = workshop
  server.clock.advance(limits.pause + 1)
  await jobsOf(server.app.context).whenIdle()
}

const now = (doc_id: number) => workshop.tom.call(fetchDocument, { doc_id, ignoreLogs: true })
const paragraph = (text: string) => {
  const node = new Y.XmlElement('paragraph')
  node.insert(0, [new Y.XmlText(text)])
  return node
}
const change = (who: Actor, doc_id: number, doc: Y.Doc) =>
  who.call(changePage, { doc_id, update: base64(Y.encodeStateAsUpdate(doc)) })

describe('A page that several people write [D46]', () => {
  test('becomes one text, which is cut as a version of theirs when they pause', async () => {
    const { tom, lena, ana } = workshop
    const doc_id = await page('# Opening\n\nLights.')
    const [hers, his] = await Promise.all([PageClient.open(lena, doc_id), PageClient.open(tom, doc_id)])
    await Promise.all([hers.types('Lights', ' and heating'), his.types('Opening', ' the bay')])
    expect(await now(doc_id)).toMatchObject({ content: '# Opening\n\nLights.', version: 1 })
    await pause()
    const content = '# Opening the bay\n\nLights and heating.'
    expect(await now(doc_id)).toMatchObject({ content, version: 2 })
    const [newest] = await ana.call(listVersions, { doc_id })
    expect(newest).toMatchObject({ version: 2, origin: 'person', added: 2, removed: 2 })
    expect((await workshop.events('document.updated')).at(-1)?.payload).toMatchObject({ version: 2, page_seq: 2 })
    for (const client of [hers, his]) {
      await client.sync()
      expect(client.text).toBe(content)
    }
    await pause()
    expect(await now(doc_id)).toMatchObject({ version: 2 })
  })

  test('is opened by many at the same time for the first time, and holds its text once', async () => {
    const { tom, lena, ana } = workshop
    const content = '- [ ] Lights\n- [x] Door\n\n<b>HTML</b> stays\n\n| a | b |\n| --- | --- |\n| 1 | 2 |'
    const doc_id = await page(content)
    const clients = await Promise.all([tom, lena, ana, tom].map(who => PageClient.open(who, doc_id)))
    for (const client of clients) await client.sync()
    expect(new Set(clients.map(client => client.text)).size).toBe(1)
    expect(clients[0]?.text.match(/Lights/g)).toHaveLength(1)
    expect(clients[0]?.text).toContain('<b>HTML</b> stays')
  })

  test('is told at once to those who have it open and may read it, and to nobody else', async () => {
    const { tom, lena, ana } = workshop
    const doc_id = await page('Lights.')
    const [hers, closed, his] = await Promise.all([lena, ana, tom].map(who => LiveClient.listening(who)))
    for (const client of [hers, his]) client?.socket.send(JSON.stringify({ event: 'pages', doc_ids: [doc_id] }))
    await Promise.all([hers?.ping(), his?.ping()])
    const writer = await PageClient.open(tom, doc_id)
    await writer.types('Lights', ' on')
    const frame = await hers?.until(({ event }) => event === 'page')
    expect(frame).toMatchObject({ event: 'page', doc_id, seq: 1, update: expect.any(String) })
    expect(await his?.until(({ event }) => event === 'page')).toEqual(frame)
    his?.socket.send(JSON.stringify({ event: 'caret', doc_id, state: 'AAA' }))
    const caret = { event: 'caret', doc_id, user_id: tom.user_id, state: 'AAA' }
    expect(await hers?.until(({ event }) => event === 'caret')).toEqual(caret)

    await tom.call(updateDocument, { doc_id, access: 'private' })
    await hers?.until(sent => sent.event === 'event' && sent.change.kind === 'document.access_changed')
    await writer.types('Lights', ' off')
    await his?.until(sent => sent.event === 'page' && sent.seq === 2)
    await Promise.all([hers?.ping(), closed?.ping()])
    expect(hers?.frames.filter(({ event }) => event === 'page')).toHaveLength(1)
    expect(closed?.frames.filter(({ event }) => event === 'page')).toEqual([])
    await closeAllClients()
  })

  test('is the same for twenty people who write it at once, with every word of each, by what they are told alone', async () => {
    const { server, maya, tom } = workshop
    const people = await Promise.all(
      Array.from({ length: 20 }, (_, nr) => server.person({ name: `Writer ${'abcdefghijklmnopqrst'[nr]}` })),
    )
    for (const person of people) await maya.invites(person)
    const doc_id = await page('Lights.\n\nDoor.')
    const writers = await Promise.all(
      people.map(async who => {
        const live = await LiveClient.listening(who)
        live.socket.send(JSON.stringify({ event: 'pages', doc_ids: [doc_id] }))
        await live.ping()
        return { live, client: await PageClient.open(who, doc_id) }
      }),
    )
    const words = people.map((_, nr) => Array.from({ length: 6 }, (_, count) => ` w${nr}x${count}y`))
    await Promise.all(
      writers.map(async ({ client }, nr) => {
        for (const word of words[nr] ?? []) await client.types(nr % 2 ? 'Lights' : 'Door', word)
      }),
    )
    const all = words.flat()
    const heard = (live: LiveClient) => live.frames.filter(frame => frame.event === 'page')
    const reader = await PageClient.open(tom, doc_id)
    for (const word of all) expect(reader.text.split(word)).toHaveLength(2)
    for (const { live, client } of writers) {
      await live.until(() => heard(live).length >= all.length)
      for (const { update } of heard(live)) Y.applyUpdate(client.doc, bytes(update))
      expect(client.text).toBe(reader.text)
    }
    await closeAllClients()
  })

  test('takes a new paragraph before anything else was done with it', async () => {
    const { tom, lena } = workshop
    const doc_id = await page('Lights.')
    await tom.call(openPage, { doc_id })
    const doc = new Y.Doc()
    textOf(doc).insert(0, [paragraph('First')])
    await change(tom, doc_id, doc)
    expect((await PageClient.open(lena, doc_id)).text.split('\n\n').sort()).toEqual(['First', 'Lights.'])
  })

  test('survives its changes being merged, and the end of the server in between', async () => {
    const { tom } = workshop
    const doc_id = await page('Lights.')
    const writer = await PageClient.open(tom, doc_id)
    for (let count = 0; count < 105; count += 1) await writer.types('Lights', String(count % 10))
    await pause()
    const stored = () =>
      workshop.server.asOwner<{ count: number }>('select count(*)::int from page_updates where doc_id = $1', [doc_id])
    expect(await stored()).toEqual([{ count: 0 }])
    await writer.types('Lights', '!')
    // What another server, or this one after its end, reads: the stored document alone.
    const again = await PageClient.open(tom, doc_id)
    expect(again.text).toBe(writer.text)
    await pause()
    expect((await now(doc_id)).content).toBe(writer.text)
  })
})

describe('A change that is refused', () => {
  test('is one of somebody who may not write there, and to a stranger there is no page', async () => {
    const { tom, lena, zoe } = workshop
    const doc_id = await page('Lights.', 'private')
    const doc = new Y.Doc()
    textOf(doc).insert(0, [paragraph('Mine')])
    for (const who of [lena, zoe]) {
      await expect(who.call(openPage, { doc_id })).rejects.toMatchObject(notFound)
      await expect(change(who, doc_id, doc)).rejects.toMatchObject(notFound)
    }
    await workshop.gives(doc_id, lena, 'viewer')
    const reader = await PageClient.open(lena, doc_id)
    expect(reader.text).toBe('Lights.')
    await expect(reader.types('Lights', '!')).rejects.toMatchObject(readOnly)
    await tom.call(deleteDocument, { doc_id })
    await expect(change(tom, doc_id, doc)).rejects.toMatchObject(notFound)
  })

  test('is one to a logbook', async () => {
    const doc_id = await workshop.logbook('Bay log')
    const refused = { status: 409, code: 'page.not_a_page' }
    await expect(workshop.tom.call(openPage, { doc_id })).rejects.toMatchObject(refused)
  })

  test.each<[string, string, (doc: Y.Doc) => unknown]>([
    [
      'holds a node that the editor does not know',
      'page.not_allowed',
      doc => textOf(doc).insert(0, [new Y.XmlElement('script')]),
    ],
    ['holds text outside of a paragraph', 'page.not_allowed', doc => doc.getText(textField).insert(0, 'loose')],
    ['holds another kind of data', 'page.not_allowed', doc => doc.getMap('more').set('key', 'value')],
    [
      'sets an attribute that there is not',
      'page.not_allowed',
      doc => {
        const node = paragraph('Lights')
        node.setAttribute('onclick', 'run()')
        textOf(doc).insert(0, [node])
      },
    ],
    [
      'sets a mark that there is not',
      'page.not_allowed',
      doc => {
        const text = new Y.XmlText()
        textOf(doc).insert(0, [text])
        text.insert(0, 'Lights', { style: { css: 'x' } })
      },
    ],
  ])('is one that %s', async (_, code, write) => {
    const doc_id = await page('Lights.')
    await PageClient.open(workshop.tom, doc_id)
    const doc = new Y.Doc()
    write(doc)
    await expect(change(workshop.tom, doc_id, doc)).rejects.toMatchObject({ code })
    const after = await PageClient.open(workshop.lena, doc_id)
    expect(after.text).toBe('Lights.')
    await after.types('Lights', ' on')
    expect(after.text).toBe('Lights on.')
  })

  test('is one that cannot be read, lacks what it builds on, or is signed as somebody else’s', async () => {
    const { tom, lena } = workshop
    const doc_id = await page('Lights.')
    const writer = await PageClient.open(tom, doc_id)
    await writer.types('Lights', ' on')
    for (const update of ['AQ==', base64(Uint8Array.from([255, 255, 255, 255, 1, 2, 3]))])
      await expect(tom.call(changePage, { doc_id, update })).rejects.toMatchObject({ code: 'page.malformed' })
    const other = new Y.Doc()
    textOf(other).insert(0, [paragraph('One')])
    const before = Y.encodeStateVector(other)
    textOf(other).insert(1, [paragraph('Two')])
    const late = Y.encodeStateAsUpdate(other, before)
    await expect(tom.call(changePage, { doc_id, update: base64(late) })).rejects.toMatchObject({
      status: 409,
      code: 'page.incomplete',
    })
    const forged = new Y.Doc()
    Y.applyUpdate(forged, Y.encodeStateAsUpdate(writer.doc))
    forged.clientID = writer.doc.clientID
    textOf(forged).insert(0, [paragraph('I am Tom')])
    await expect(change(lena, doc_id, forged)).rejects.toMatchObject({ status: 403, code: 'page.foreign_client' })
    await writer.types('Lights', ' still')
    expect((await PageClient.open(lena, doc_id)).text).toBe('Lights still on.')
  })
})

describe('A whole text that comes over the API [D20, D46]', () => {
  test('becomes a change of the same document, and is refused with both texts if somebody wrote since', async () => {
    const { tom, lena } = workshop
    const doc_id = await page('One.\n\nTwo.')
    const writer = await PageClient.open(lena, doc_id)
    await writer.types('One', ' more')
    const refused = await tom.reply(replaceContent, { doc_id, content: 'One.\n\nThree.', version: 1 })
    expect(refused).toMatchObject({ status: 409, code: 'document.stale' })
    const { current } = StaleContent.parse(refused.data)
    expect(current).toMatchObject({ content: 'One more.\n\nTwo.', version: 2, updatedby: { user_id: lena.user_id } })
    await tom.call(replaceContent, { doc_id, content: 'One more.\n\nThree.', version: 2 })
    await writer.types('more', ' time')
    await writer.sync()
    expect(writer.text).toBe('One more time.\n\nThree.')
    await pause()
    expect(await now(doc_id)).toMatchObject({ content: writer.text, version: 4, updatedby: { user_id: lena.user_id } })
    await tom.call(restoreVersion, { doc_id, version: 1, current: 4 })
    await writer.sync()
    expect(writer.text).toBe('One.\n\nTwo.')
  })

  test('loses nothing of what was written meanwhile in another paragraph and not sent yet', async () => {
    const { tom, lena } = workshop
    const doc_id = await page('One.\n\nTwo.')
    const writer = await PageClient.open(lena, doc_id)
    const offline = new Y.Doc()
    Y.applyUpdate(offline, Y.encodeStateAsUpdate(writer.doc))
    writeInto(offline, 'One, from the train.\n\nTwo.')
    await tom.call(replaceContent, { doc_id, content: 'One.\n\nTwo, by hand.', version: 1 })
    await lena.call(changePage, {
      doc_id,
      update: base64(Y.encodeStateAsUpdate(offline, bytes((await lena.call(openPage, { doc_id })).state_vector))),
    })
    await pause()
    expect((await now(doc_id)).content).toBe('One, from the train.\n\nTwo, by hand.')
    expect(markdownOf(offline)).toBe('One, from the train.\n\nTwo.')
  })
})

// The last one, because the sessions of all others end meanwhile.
describe('A page, eight days later', () => {
  test('takes what somebody wrote in eight days without a network, while others wrote, versions were cut and changes merged', async () => {
    const { tom, lena, server } = workshop
    const doc_id = await page('Lights.\n\nCount the till.\n\nLock the door.')
    const [away, here] = [await PageClient.open(lena, doc_id), await PageClient.open(tom, doc_id)]
    const left = Y.encodeStateVector(away.doc)
    for (let passed = 1; passed <= 8; passed += 1) {
      away.typesOffline('Count the till', ` a${passed}`)
      for (let count = 0; count < 15; count += 1) await here.types('Lights', ` b${passed}`)
      await here.types('Count', ` c${passed}`)
      server.clock.advance(day)
      await jobsOf(server.app.context).whenIdle()
      await tom.signIn(tom.address)
    }
    const merged = await server.asOwner('select 1 from page_updates where doc_id = $1', [doc_id])
    expect(merged.length).toBeLessThan(8 * 16)
    await expect(away.sends(left)).rejects.toMatchObject({ status: 401 })
    lena.tokens = await lena.call(getTokens, { refresh_token: lena.tokens?.RefreshToken ?? '' })
    await away.sends(left)
    for (const client of [away, here]) await client.sync()
    expect(away.text).toBe(here.text)
    for (let passed = 1; passed <= 8; passed += 1) {
      expect(away.text.match(new RegExp(`a${passed}\\b`, 'g'))).toHaveLength(1)
      expect(away.text.match(new RegExp(`b${passed}\\b`, 'g'))).toHaveLength(15)
      expect(away.text.match(new RegExp(`c${passed}\\b`, 'g'))).toHaveLength(1)
    }
    await pause()
    expect((await now(doc_id)).content).toBe(away.text)
  })
})
