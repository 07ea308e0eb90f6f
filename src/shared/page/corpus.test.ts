import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Doc } from 'yjs'
import { markdownOf, writeInto } from './document'
import { isFaithful, keepsWords } from './faithful'

const packages = join(import.meta.dirname, '../../../node_modules')
const wanted = 200
/** In bytes. Longer documents have more of the same, and take their time. */
const longest = 3_000

/** Documents that many people wrote by hand, each in their own way: those that explain the installed packages. */
function corpus(): { name: string; text: string }[] {
  const names = readdirSync(packages).flatMap(name =>
    name.startsWith('@') ? readdirSync(join(packages, name)).map(inside => `${name}/${inside}`) : [name],
  )
  return names
    .map(name => ({ name, path: join(packages, name, 'README.md') }))
    .filter(({ path }) => existsSync(path) && statSync(path).size <= longest)
    .slice(0, wanted)
    .map(({ name, path }) => ({ name, text: readFileSync(path, 'utf8') }))
}

test('200 documents of many hands become pages, and come out as they went in [D46]', () => {
  const documents = corpus()
  expect(documents).toHaveLength(wanted)
  const lost: string[] = []
  for (const { name, text } of documents) {
    const page = new Doc()
    writeInto(page, text)
    const written = markdownOf(page)
    const again = new Doc()
    writeInto(again, written)
    const isKept = isFaithful(text.replaceAll('\r\n', '\n'), () => written) && keepsWords(text, written)
    if (!isKept || markdownOf(again) !== written) lost.push(name)
  }
  expect(lost).toEqual([])
})
