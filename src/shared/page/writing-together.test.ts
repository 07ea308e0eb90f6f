import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyUpdate, Doc, encodeStateAsUpdate, mergeUpdates } from 'yjs'
import { edit } from '../testing/page-edits'
import { markdownOf, writeInto } from './document'

const base = 'Lights.\n\nCount the till.\n\nLock the door.'

/** `npm run soak -- interleavings` has 100,000, with another seed each time. */
const interleavings = Number(process.env.INTERLEAVINGS ?? 60)

/** What a writer does: types, deletes, adds or removes a paragraph, replaces all, or hears of what others sent. */
const step = fc.record({
  who: fc.nat({ max: 7 }),
  what: fc.constantFrom('type', 'type', 'type', 'delete', 'add', 'remove', 'replace', 'hear', 'hear'),
  at: fc.nat({ max: 40 }),
  words: fc.stringMatching(/^[a-z ]{1,6}$/),
})
test('However the changes of up to eight writers interleave, are joined or come twice, all end with the text that Yjs alone gives [D46]', {
  timeout: 60_000 + interleavings * 100,
}, () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), fc.integer({ min: 2, max: 8 }), (steps, count) => {
      const first = new Doc()
      writeInto(first, base)
      const start = encodeStateAsUpdate(first)
      /** In the order in which the server took them. */
      const sent: Uint8Array[] = [start]
      const writers = Array.from({ length: count }, () => {
        const doc = new Doc()
        applyUpdate(doc, start)
        doc.on('update', (update: Uint8Array, origin: unknown) => {
          if (origin !== 'heard') sent.push(update)
        })
        return { doc, heard: 1 }
      })
      for (const next of steps) {
        const writer = writers[next.who % count]
        if (!writer) continue
        const { what } = next
        if (what !== 'hear') edit(writer.doc, { ...next, what })
        else {
          const news = sent.slice(Math.max(0, writer.heard - 1))
          applyUpdate(writer.doc, mergeUpdates(news), 'heard')
          writer.heard = sent.length
        }
      }
      const alone = new Doc()
      for (const update of sent) applyUpdate(alone, update)
      const compacted = new Doc()
      applyUpdate(compacted, encodeStateAsUpdate(alone))
      for (const { doc } of writers) applyUpdate(doc, mergeUpdates(sent), 'heard')
      const texts = [compacted, ...writers.map(({ doc }) => doc)].map(markdownOf)
      expect(new Set(texts)).toEqual(new Set([markdownOf(alone)]))
    }),
    { numRuns: interleavings },
  )
})
