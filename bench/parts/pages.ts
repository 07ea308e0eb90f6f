import * as Y from 'yjs'
import { changePage, openPage } from '#shared/contract/documents/pages'
import { textOf } from '#shared/page/document'
import type { BenchContext, Part } from '../bench-context'
import { percentile } from '../load'
import { familyOf, memoryOf } from '../memory'
import { base64, callerOf, newPage, Writer } from '../page-writer'
import { asOwner, type Owner, type Product, shotOf } from '../product'

const writers = 20
const keystrokes = 600
const manyChanges = 10_000
const opened = 50
const manyPages = 200
const readersOfEach = 5
const secondsOfMany = 20
const longText = 100_000

/** From a key of one of 20 writers to the screens of the others; opening a long page with a long history; memory. */
export const pages: Part = async bench => {
  const product = await bench.product()
  const owner = await bench.newOwner(product)
  const writing = await writingTogether(owner)
  const opening = await openingLong(product, owner)
  const many = await manyOpen(bench, product)
  const memory = await memoryOfPages(bench, product)
  return [
    {
      ...{ what: `Key to the others’ screens, ${writers} writers, p50`, unit: 'ms', floor: null, aim: { atMost: 40 } },
      product: [percentile(writing, 0.5)],
    },
    {
      ...{ what: `Key to the others’ screens, ${writers} writers, p99`, unit: 'ms', floor: null, aim: null },
      product: [percentile(writing, 0.99)],
    },
    {
      ...{ what: 'Opening a page of 100 kB with 10,000 changes, first', unit: 'ms', floor: null, aim: { atMost: 300 } },
      product: [opening.first],
    },
    {
      ...{ what: 'Opening a page of 100 kB with 10,000 changes, p50', unit: 'ms', floor: null, aim: { atMost: 300 } },
      product: [percentile(opening.again, 0.5)],
    },
    {
      what: `Key to the others’ screens, ${manyPages} pages open by ${manyPages * readersOfEach} people, p50`,
      ...{ unit: 'ms', floor: null, aim: { atMost: 40 } },
      product: [percentile(many.milliseconds, 0.5)],
    },
    { what: '… p99', unit: 'ms', floor: null, aim: null, product: [percentile(many.milliseconds, 0.99)] },
    { what: '… memory for all of them', unit: 'MB', floor: null, aim: null, product: [many.memory / 1e6] },
    { what: 'Memory for each open page of 100 kB', unit: 'MB', product: [memory / 1e6], floor: null, aim: null },
  ]
}

/** The milliseconds from each key until the last of the other writers has it in its document. */
async function writingTogether(owner: Owner): Promise<number[]> {
  const content = Array.from({ length: writers }, (_, index) => `Paragraph ${index}.`).join('\n\n')
  const doc_id = await newPage(owner, content)
  const all = Array.from({ length: writers }, () => new Writer(owner, doc_id))
  await Promise.all(all.map(writer => writer.open()))
  const milliseconds: number[] = []
  const each = keystrokes / writers
  await Promise.all(
    all.map(async (writer, paragraph) => {
      // Each types five characters a second, at other moments than the rest.
      await new Promise(resolve => setTimeout(resolve, (paragraph * 200) / writers))
      for (let nr = 0; nr < each; nr += 1) {
        const next = new Promise(resolve => setTimeout(resolve, 200))
        const before = writer.lengthOf(paragraph)
        const start = performance.now()
        const seen = Promise.all(all.filter(other => other !== writer).map(other => other.sees(paragraph, before)))
        await writer.type(paragraph, 'x')
        await seen
        milliseconds.push(performance.now() - start)
        await next
      }
    }),
  )
  const [text = '', ...others] = all.map(writer => textOf(writer.doc).toString())
  if (others.some(other => other !== text) || text.match(/x+/g)?.join('').length !== keystrokes)
    throw new Error('The writers do not have one text with every key that was pressed.')
  for (const writer of all) writer.close()
  return milliseconds.slice(writers)
}

const longPage = (): string => {
  const line = 'Whoever opens the workshop switches on the lights first and then looks at the bench. '
  return Array.from({ length: Math.ceil(longText / line.length) }, (_, nr) => `Line ${nr}: ${line.trim()}`).join('\n\n')
}

const shortPage = longPage().slice(0, 4_000)

/** Opens a page behind which there are many changes, at first when the server does not have it in memory. */
async function openingLong(product: Product, owner: Owner): Promise<{ first: number; again: number[] }> {
  const doc_id = await newPage(owner, longPage())
  const { call, close } = callerOf(owner)
  const { update } = await call<{ update: string }>(shotOf(owner, openPage, { doc_id }))
  const doc = new Y.Doc()
  Y.applyUpdate(doc, Buffer.from(update, 'base64'))
  const updates: Uint8Array[] = []
  doc.on('update', change => updates.push(change))
  const node = textOf(doc).get(0)
  const text = node instanceof Y.XmlElement ? node.get(0) : null
  if (!(text instanceof Y.XmlText)) throw new Error('The page has no text.')
  // Typed and deleted again, so that the text keeps its length.
  for (let nr = 0; nr < manyChanges / 2; nr += 1) {
    text.insert(nr % 40, 'x')
    text.delete(nr % 40, 1)
  }
  // Stored one by one, as they are before anything joins them; the last one through the server.
  const last = updates.pop() ?? new Uint8Array()
  await asOwner(product.dataDir, async client => {
    await client.query(
      `insert into page_updates (organization_id, doc_id, seq, stamp, update, user_id, at)
       select $1, $2, nr, nr, decode(change, 'base64'), $3, now()
       from unnest($4::text[]) with ordinality as u (change, nr)`,
      [owner.organization_id, doc_id, owner.user_id, updates.map(base64)],
    )
    await client.query(
      `update pages set seq = $3::int, stamp = $3::int, pending_bytes = $4::int where organization_id = $1 and doc_id = $2`,
      [owner.organization_id, doc_id, updates.length, updates.reduce((sum, { length }) => sum + length, 0)],
    )
  })
  const open = async () => {
    const start = performance.now()
    await call(shotOf(owner, openPage, { doc_id }))
    return performance.now() - start
  }
  const first = await open()
  await call(shotOf(owner, changePage, { doc_id, update: base64(last) }))
  const again: number[] = []
  for (let nr = 0; nr < 30; nr += 1) again.push(await open())
  close()
  return { first, again }
}

/**
 * Many pages, each open by some people of whom one types a character every two seconds: the milliseconds from a key until
 * the last of the others has it, and the bytes that the server takes more for all pages and sockets.
 */
async function manyOpen(bench: BenchContext, product: Product): Promise<{ milliseconds: number[]; memory: number }> {
  const owner = await bench.newOwner(product)
  const ids: number[] = []
  for (let nr = 0; nr < manyPages; nr += 1) ids.push(await newPage(owner, shortPage))
  const server = familyOf(product.child.pid ?? 0).slice(0, 1)
  const before = memoryOf(server).shared
  const groups = ids.map(doc_id => Array.from({ length: readersOfEach }, () => new Writer(owner, doc_id)))
  await Promise.all(groups.flat().map(writer => writer.open()))
  const milliseconds: number[] = []
  await Promise.all(
    groups.map(async ([typing, ...others], place) => {
      await new Promise(resolve => setTimeout(resolve, (place * 2_000) / manyPages))
      for (let nr = 0; nr < secondsOfMany / 2; nr += 1) {
        const next = new Promise(resolve => setTimeout(resolve, 2_000))
        const length = typing?.lengthOf(0) ?? 0
        const start = performance.now()
        const seen = Promise.all(others.map(other => other.sees(0, length)))
        await typing?.type(0, 'x')
        await seen
        if (nr > 0) milliseconds.push(performance.now() - start)
        await next
      }
    }),
  )
  const memory = memoryOf(server).shared - before
  for (const writer of groups.flat()) writer.close()
  return { milliseconds, memory }
}

/** The bytes that the server takes more for each of many open pages. */
async function memoryOfPages(bench: BenchContext, product: Product): Promise<number> {
  const owner = await bench.newOwner(product)
  const ids: number[] = []
  for (let nr = 0; nr < opened; nr += 1) ids.push(await newPage(owner, longPage()))
  const { call, close } = callerOf(owner)
  const server = familyOf(product.child.pid ?? 0).slice(0, 1)
  const before = memoryOf(server).shared
  for (const doc_id of ids) await call(shotOf(owner, openPage, { doc_id }))
  const after = memoryOf(server).shared
  close()
  return (after - before) / opened
}
