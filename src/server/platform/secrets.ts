import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from './startup-error'

/** Keys for one purpose each, derived from one root, so that a leak of one reveals nothing about the others. */
export interface Secrets {
  derive(purpose: string, bytes?: number): Buffer
  /** The Ed25519 key that signs tokens [D9]. */
  signingKey(): KeyObject
}

const ed25519Header = Buffer.from('302e020100300506032b657004220420', 'hex')

export function secretsFrom(root: Buffer | string): Secrets {
  const derive = (purpose: string, bytes = 32) => Buffer.from(hkdfSync('sha256', root, 'wheelhouse', purpose, bytes))
  return {
    derive,
    signingKey: () =>
      createPrivateKey({ key: Buffer.concat([ed25519Header, derive('tokens')]), format: 'der', type: 'pkcs8' }),
  }
}

const rootBytes = 32

/** The stored root of all keys is damaged. The message says which file it is and what to do. */
export class SecretNotUsable extends StartupError {
  override name = 'SecretNotUsable'
  constructor(file: string) {
    super(
      `${file} is empty or incomplete, so no key can be derived from it.
` +
        '  Restore it from a backup: without it nobody stays signed in and stored camera passwords are lost.\n' +
        '  If this folder never held data, remove the file and start again.',
    )
  }
}

/**
 * The root from the settings, or the one stored in the data folder, which the first start creates, readable by its
 * owner only. Throws {@link SecretNotUsable} if the stored one is incomplete, because keys derived from a part of it
 * could be guessed.
 */
export function loadSecrets(settings: { SECRET: string | undefined; DATA_DIR: string }): Secrets {
  if (settings.SECRET) return secretsFrom(settings.SECRET)
  mkdirSync(settings.DATA_DIR, { recursive: true })
  const file = join(settings.DATA_DIR, 'secret.key')
  const kept = readRoot(file) ?? storeRoot(settings.DATA_DIR, file)
  const root = Buffer.from(kept, 'base64')
  if (root.length !== rootBytes || root.toString('base64') !== kept) throw new SecretNotUsable(file)
  return secretsFrom(root)
}

function readRoot(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}

/**
 * Creates a root. It gets its name only once all of it is on disk, so that a full disk or a power cut never leaves an
 * incomplete one.
 */
function storeRoot(folder: string, file: string): string {
  const unfinished = join(folder, `secret.key.${randomBytes(6).toString('hex')}`)
  try {
    writeFileSync(unfinished, randomBytes(rootBytes).toString('base64'), { mode: 0o600, flag: 'wx' })
    sync(unfinished)
    linkSync(unfinished, file)
    sync(folder)
  } catch (error) {
    // Another server that starts on this folder was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}

function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } catch (error) {
    // Windows cannot sync folders and does not need to.
    if (process.platform !== 'win32') throw error
  } finally {
    closeSync(handle)
  }
}

const cipherName = { algorithm: 'aes-256-gcm', nonce: 12, tag: 16 } as const

/** Encrypts a text so that it can be read with this key alone, and only together with the same `context`. */
export function seal(key: Buffer, text: string, context: string): string {
  const nonce = randomBytes(cipherName.nonce)
  const cipher = createCipheriv(cipherName.algorithm, key, nonce).setAAD(Buffer.from(context))
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')
}

/** Throws if the text was not encrypted with this key for this context. */
export function unseal(key: Buffer, sealed: string, context: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const nonce = bytes.subarray(0, cipherName.nonce)
  const tag = bytes.subarray(cipherName.nonce, cipherName.nonce + cipherName.tag)
  const decipher = createDecipheriv(cipherName.algorithm, key, nonce, { authTagLength: cipherName.tag })
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
  const hidden = bytes.subarray(cipherName.nonce + cipherName.tag)
  return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8')
}

/** A keyed digest of a value that is looked up but must not be readable in the database, such as a one-time code. */
export function keyedHash(key: Buffer, ...parts: string[]): string {
  return createHmac('sha256', key).update(parts.join('\u0000')).digest('base64url')
}

/** Compares two texts of equal length in constant time. */
export function sameText(text: string, other: string): boolean {
  const [bytes, otherBytes] = [Buffer.from(text), Buffer.from(other)]
  return bytes.length === otherBytes.length && timingSafeEqual(bytes, otherBytes)
}
