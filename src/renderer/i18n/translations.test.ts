import { describe, expect, test } from 'vitest'
import type { Language } from '#shared/contract/common'
import { errors } from '#shared/errors'
import { features } from '../app/features'
import { clientErrors } from '../platform/api'
import { apiErrors } from './error-texts/en'
import { errors as firstErrors } from './first-texts/en/errors'
import type { TextSources } from './languages'
import { ownTexts } from './own-texts'

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

const sources: readonly TextSources[] = [ownTexts, ...features]
const files = sources.flatMap(({ texts = {}, firstTexts = {} }) => [
  ...Object.entries(texts),
  ...Object.entries(firstTexts),
])
const namespaces = files.map(([namespace]) => namespace)

/** The texts of all namespaces. */
async function whole(language: Language): Promise<Words> {
  const loaded = await Promise.all(files.map(([, load]) => load[language]()))
  return Object.assign({}, ...loaded) as Words
}

const english = flat(await whole('en'))

describe.each([
  ['German', await whole('de')],
  ['Spanish', await whole('es')],
  ['Hindi', await whole('hi')],
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
  const known = [...flat(firstErrors).keys(), ...flat(apiErrors).keys()]
  expect(known).toEqual(expect.arrayContaining([...Object.keys(errors), ...Object.keys(clientErrors)]))
})

test('every file of texts is named by a manifest, once', () => {
  const written = import.meta.glob(['../**/{texts,first-texts,error-texts}/en.ts', './first-texts/en/*.ts'])
  expect(namespaces).toHaveLength(new Set(namespaces).size)
  expect(namespaces).toHaveLength(Object.keys(written).length)
})
