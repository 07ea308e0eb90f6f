import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadSecrets, SecretNotUsable, seal, secretsFrom, unseal } from './secrets'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const load = () => loadSecrets({ SECRET: undefined, DATA_DIR: folder }).derive('a purpose').toString('hex')
const file = () => join(folder, 'secret.key')

describe('The root of all keys', () => {
  test('is created on first start, for its owner alone, and stays the same', () => {
    const first = load()
    expect(Buffer.from(readFileSync(file(), 'utf8'), 'base64')).toHaveLength(32)
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(load()).toBe(first)
    expect(readdirSync(folder)).toEqual(['secret.key'])
  })

  test.each([
    ['empty, as a full disk leaves it', ''],
    ['cut in the middle', Buffer.alloc(32, 7).toString('base64').slice(0, 20)],
    ['one character short', Buffer.alloc(32, 7).toString('base64').slice(0, -2)],
    ['only blank', '\n'],
    ['longer than it was', Buffer.alloc(48, 7).toString('base64')],
    ['no base64', 'not a key at all, but 44 characters long ...'],
  ])('is refused when it is %s, and left unchanged', (_, content) => {
    writeFileSync(file(), content)
    expect(load).toThrow(SecretNotUsable)
    expect(load).toThrow(/secret\.key is empty or incomplete/)
    expect(readFileSync(file(), 'utf8')).toBe(content)
  })

  test('is accepted although an editor added a newline', () => {
    const first = load()
    writeFileSync(file(), `${readFileSync(file(), 'utf8')}\n`)
    expect(load()).toBe(first)
  })

  test('is not written, not even partly, if its folder cannot be written to', () => {
    writeFileSync(join(folder, 'no-folder'), '')
    expect(() => loadSecrets({ SECRET: undefined, DATA_DIR: join(folder, 'no-folder') })).toThrow()
    expect(existsSync(file())).toBe(false)
  })
})

test('Encrypted text can be read with the same key and in the same context only', () => {
  const key = secretsFrom('a root').derive('sealing')
  const sealed = seal(key, 'rtsp://admin:secret@camera', 'organisation 3')
  expect(sealed).not.toContain('secret')
  expect(unseal(key, sealed, 'organisation 3')).toBe('rtsp://admin:secret@camera')
  expect(() => unseal(key, sealed, 'organisation 4')).toThrow()
  expect(() => unseal(secretsFrom('another').derive('sealing'), sealed, 'organisation 3')).toThrow()
})
