import { describe, expect, test } from 'vitest'
import type { Language } from '#shared/contract/common'
import { errors } from '#shared/errors'
import { clientErrors } from '../platform/api'
import { de } from './de'
import { en } from './en'
import { apiErrors } from './en/api-errors'
import { es } from './es'
import { hi } from './hi'
import { lazyNamespaces } from './lazy-namespaces'

type Words = { [key: string]: string | Words }

function flat(words: Words, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flat(value, `${prefix}${key}.`)],
    ),
  )
}

/** The placeholders and tags of a sentence. */
const placeholders = (text: string) => [...text.matchAll(/\{\{[^}]*\}\}|<\/?\w+>/g)].map(found => found[0]).sort()

/** Adds the namespaces that load later. */
async function whole(language: Language, first: object): Promise<Words> {
  const rest = await Promise.all(Object.values(lazyNamespaces).map(load => load[language]()))
  return Object.assign({}, first, ...rest) as Words
}

const english = flat(await whole('en', en))

describe.each([
  ['German', await whole('de', de)],
  ['Spanish', await whole('es', es)],
  ['Hindi', await whole('hi', hi)],
])('%s', (_, words) => {
  const translated = flat(words)

  test('has every key of English, and no others', () => {
    expect([...translated.keys()].sort()).toEqual([...english.keys()].sort())
  })

  test('has the same placeholders as English', () => {
    const different = [...english].filter(([key, text]) => {
      const theirs = placeholders(translated.get(key) ?? '')
      // A singular may spell out the count as a word.
      const ours = placeholders(text).filter(
        placeholder => !key.endsWith('_one') || placeholder !== '{{count}}' || theirs.includes(placeholder),
      )
      return theirs.join() !== ours.join()
    })
    expect(different).toEqual([])
  })

  test('leaves nothing empty', () => {
    expect([...translated].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test('is translated', () => {
    const same = [...english].filter(([key, text]) => /[a-z]{4} [a-z]{3}/i.test(text) && translated.get(key) === text)
    expect(same).toEqual([])
  })
})

test('every error code of the server and of the client has a text', () => {
  const known = [...flat(en.errors).keys(), ...flat(apiErrors).keys()]
  expect(known).toEqual(expect.arrayContaining([...Object.keys(errors), ...Object.keys(clientErrors)]))
})
