import { beforeAll, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { createDocument, updateDocument } from '#shared/contract/documents/endpoints'
import {
  addPageComment,
  addPageThread,
  deletePageComment,
  editPageComment,
  listPageThreads,
  type PageThread,
  resolvePageThread,
} from '#shared/contract/documents/page-comments'
import { openPage } from '#shared/contract/documents/pages'
import { replaceContent } from '#shared/contract/documents/versions'
import { listNotifications } from '#shared/contract/notifications/endpoints'
import { markdownOf, textOf } from '#shared/page/document'
import type { Actor } from '../../../../../test/actor'
import { eventReader } from '../../notifications/feature'
import { notFound, openWorkshop, readOnly, type Workshop } from '../test-workshop'
import { base64, bytes, PageClient } from './test-page-client'

let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop()
})

async function page(access: 'organisation' | 'private' = 'organisation') {
  const { doc_id } = await workshop.tom.call(createDocument, {
    ...{ document_name: 'Opening', document_type: 'document', access },
  })
  await workshop.tom.call(replaceContent, { doc_id, content: 'Lights on.\n\nCount the till.', version: 0 })
  return doc_id
}

/** The text of the paragraph in which words are. */
function textWith(doc: Y.Doc, words: string): { text: Y.XmlText; at: number } {
  for (const node of textOf(doc).toArray()) {
    const text = node instanceof Y.XmlElement ? node.get(0) : null
    const at = text instanceof Y.XmlText ? text.toString().indexOf(words) : -1
    if (text instanceof Y.XmlText && at >= 0) return { text, at }
  }
  throw new Error(`No paragraph says ${words}.`)
}

function passageOf(doc: Y.Doc, words: string) {
  const { text, at } = textWith(doc, words)
  const place = (index: number, assoc: number) =>
    base64(Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(text, index, assoc)))
  return { begins_at: place(at, 0), ends_at: place(at + words.length, -1) }
}

async function comments(who: Actor, doc_id: number, on: string, content: string, mentions: number[] = []) {
  const { doc } = await PageClient.open(who, doc_id)
  return who.call(addPageThread, { doc_id, passage: passageOf(doc, on), quote: on, content, mentions })
}

/** What a passage says now. */
function saysNow(doc: Y.Doc, { passage }: PageThread): string {
  const [from, to] = [passage.begins_at, passage.ends_at].map(place =>
    Y.createAbsolutePositionFromRelativePosition(Y.decodeRelativePosition(bytes(place)), doc),
  )
  return from && to ? from.type.toString().slice(from.index, to.index) : ''
}

const threads = (who: Actor, doc_id: number, is_resolved = false) => who.call(listPageThreads, { doc_id, is_resolved })
const gone = { status: 404, code: 'thread.not_found' }
const notYours = { status: 403, code: 'thread.not_yours' }

describe('Comments on a passage of a page [D46]', () => {
  test('stay with their words while others write around them and the server stores the page anew', async () => {
    const { tom, lena, ana } = workshop
    const doc_id = await page()
    const thread = await comments(ana, doc_id, 'the till', 'Which one?')
    expect(thread).toMatchObject({ quote: 'the till', resolved_at: null, comments: [{ content: 'Which one?' }] })
    const writer = await PageClient.open(lena, doc_id)
    await writer.types('Count', ' the notes of')
    await writer.types('Lights', ' and heating')
    const content = `First.\n\n${markdownOf(writer.doc)}`
    await expect(tom.call(replaceContent, { doc_id, content, version: 1 })).rejects.toMatchObject({ status: 409 })
    await tom.call(replaceContent, { doc_id, content, version: 2 })
    await writer.sync()
    const [listed] = await threads(tom, doc_id)
    expect(saysNow(writer.doc, thread)).toBe('the till')
    expect(listed).toEqual(thread)
    expect(writer.text).toBe('First.\n\nLights and heating on.\n\nCount the notes of the till.')
  })

  test('are answered, corrected, resolved and opened again, and everybody who reads the page is told', async () => {
    const { tom, lena, ana } = workshop
    const doc_id = await page()
    const {
      thread_id,
      comments: [first],
    } = await comments(ana, doc_id, 'the till', 'Which one?')
    const answered = await lena.call(addPageComment, { thread_id, content: 'The left one' })
    expect(answered.comments.map(({ content, author }) => [content, author?.user_id])).toEqual([
      ['Which one?', ana.user_id],
      ['The left one', lena.user_id],
    ])
    const comment_id = answered.comments[1]?.comment_id ?? 0
    const edited = await lena.call(editPageComment, { comment_id, content: 'The right one' })
    expect(edited.comments[1]).toMatchObject({ content: 'The right one', edited_at: expect.any(String) })
    const resolved = await tom.call(resolvePageThread, { thread_id, is_resolved: true })
    expect(resolved.resolved_by?.user_id).toBe(tom.user_id)
    expect(await threads(ana, doc_id)).toEqual([])
    expect(await threads(ana, doc_id, true)).toEqual([resolved])
    const reopened = await ana.call(addPageComment, { thread_id, content: 'And the change?' })
    expect(reopened).toMatchObject({ resolved_at: null, resolved_by: null })
    expect((await workshop.events('page.commented')).at(-1)).toMatchObject({
      audience: { to: 'document', doc_id },
      payload: { doc_id, thread_id },
    })
    for (const { comment_id: id } of reopened.comments.slice(1)) await tom.call(deletePageComment, { comment_id: id })
    await ana.call(deletePageComment, { comment_id: first?.comment_id ?? 0 })
    expect(await threads(ana, doc_id)).toEqual([])
  })

  test('whoever may only read a page comments on it, and resolves what they began', async () => {
    const { tom, lena, maya } = workshop
    const doc_id = await page('private')
    await workshop.gives(doc_id, lena, 'viewer')
    const his = await comments(tom, doc_id, 'Lights', 'All of them?')
    const hers = await comments(lena, doc_id, 'the till', 'Which one?')
    await lena.call(addPageComment, { thread_id: his.thread_id, content: 'Yes' })
    const resolve = (who: Actor, { thread_id }: PageThread) =>
      who.call(resolvePageThread, { thread_id, is_resolved: true })
    await expect(resolve(lena, his)).rejects.toMatchObject(readOnly)
    expect(await resolve(lena, hers)).toMatchObject({ resolved_by: { user_id: lena.user_id } })
    const [own] = his.comments
    const comment_id = own?.comment_id ?? 0
    await expect(lena.call(editPageComment, { comment_id, content: 'No' })).rejects.toMatchObject(notYours)
    await expect(lena.call(deletePageComment, { comment_id })).rejects.toMatchObject(notYours)
    await maya.call(deletePageComment, { comment_id })
  })

  test('do not exist for those who may not read the page, and nobody is mentioned who may not', async () => {
    const { tom, ana, zoe } = workshop
    const doc_id = await page('private')
    const {
      thread_id,
      comments: [first],
      passage,
    } = await comments(tom, doc_id, 'Lights', 'All of them?')
    const comment_id = first?.comment_id ?? 0
    for (const who of [ana, zoe]) {
      await expect(threads(who, doc_id)).rejects.toMatchObject(notFound)
      const added = { doc_id, passage, quote: 'Lights', content: 'Me too' }
      await expect(who.call(addPageThread, added)).rejects.toMatchObject(notFound)
      await expect(who.call(addPageComment, { thread_id, content: 'Me too' })).rejects.toMatchObject(gone)
      await expect(who.call(editPageComment, { comment_id, content: 'Me too' })).rejects.toMatchObject(gone)
      await expect(who.call(deletePageComment, { comment_id })).rejects.toMatchObject(gone)
      await expect(who.call(resolvePageThread, { thread_id, is_resolved: true })).rejects.toMatchObject(gone)
    }
    const blind = { thread_id, content: '@Ana', mentions: [ana.user_id] }
    await expect(tom.call(addPageComment, blind)).rejects.toMatchObject({ status: 400, code: 'page.mention_blind' })
    const broken = { begins_at: base64(new Uint8Array([255])), ends_at: passage.ends_at }
    await expect(
      tom.call(addPageThread, { doc_id, passage: broken, quote: 'Lights', content: 'x' }),
    ).rejects.toMatchObject({ code: 'page.malformed' })
    const logbook = await workshop.logbook('Bay')
    await expect(
      tom.call(addPageThread, { doc_id: logbook, passage, quote: 'Lights', content: 'x' }),
    ).rejects.toMatchObject({ code: 'page.not_a_page' })
  })

  test('notify those whom they mention, until they are deleted or the page is closed to them', async () => {
    const { tom, lena, server } = workshop
    const doc_id = await page()
    await tom.call(openPage, { doc_id })
    const {
      comments: [first],
    } = await comments(tom, doc_id, 'Lights', '@Lena Fuchs all of them?', [lena.user_id])
    const about = async () => {
      await eventReader(server.app.context).settled()
      const all = await lena.call(listNotifications, {})
      return all.filter(({ subject }) => subject.kind === 'document' && subject.doc_id === doc_id)
    }
    expect(await about()).toMatchObject([
      {
        kind: 'mention',
        actor: { user_id: tom.user_id },
        subject: { comment_id: first?.comment_id },
        data: { title: 'Opening' },
      },
    ])
    await tom.call(updateDocument, { doc_id, access: 'private' })
    expect(await about()).toEqual([])
    await tom.call(updateDocument, { doc_id, access: 'organisation' })
    await tom.call(deletePageComment, { comment_id: first?.comment_id ?? 0 })
    expect(await about()).toEqual([])
  })
})
