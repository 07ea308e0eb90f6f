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

/** Keys for one purpose each, derived from one root, so that a leak of one tells nothing of the others. */
export interface Secrets {
  derive(purpose: string, bytes?: number): Buffer
  /** Ed25519 key that signs tokens [D9]. */
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

/** The kept root of all keys is not what was written. The message says which file it is and what to do. */
export class SecretNotUsable extends Error {
  override name = 'SecretNotUsable'
  constructor(file: string) {
    super(
      `${file} is empty or cut short, so no key can be made from it.\n` +
        '  Put it back from a backup: without it nobody stays signed in and stored camera passwords are lost.\n' +
        '  If nothing was ever kept in this folder, remove the file and start again.',
    )
  }
}

/**
 * The root from settings, or the one kept in the data folder, made at the first start and readable by its owner only. Throws
 * {@link SecretNotUsable} where the kept one is not whole: keys made from a part of it could be guessed.
 */
export function loadSecrets(settings: { SECRET: string | undefined; DATA_DIR: string }): Secrets {
  if (settings.SECRET) return secretsFrom(settings.SECRET)
  mkdirSync(settings.DATA_DIR, { recursive: true })
  const file = join(settings.DATA_DIR, 'secret.key')
  const kept = readRoot(file) ?? keepRoot(settings.DATA_DIR, file)
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

/** Makes a root. It has its name only once all of it is on disk, so a full disk or a power cut leaves none instead of half of one. */
function keepRoot(folder: string, file: string): string {
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
    // Windows syncs no folders, and needs no help with them.
    if (process.platform !== 'win32') throw error
  } finally {
    closeSync(handle)
  }
}

const sealing = { algorithm: 'aes-256-gcm', nonce: 12, tag: 16 } as const

/** Encrypts a text so that it can be read with this key alone, and only together with the same `context`. */
export function seal(key: Buffer, text: string, context: string): string {
  const nonce = randomBytes(sealing.nonce)
  const cipher = createCipheriv(sealing.algorithm, key, nonce).setAAD(Buffer.from(context))
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')
}

/** Throws where the text was not sealed with this key for this context. */
export function unseal(key: Buffer, sealed: string, context: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const nonce = bytes.subarray(0, sealing.nonce)
  const tag = bytes.subarray(sealing.nonce, sealing.nonce + sealing.tag)
  const decipher = createDecipheriv(sealing.algorithm, key, nonce, { authTagLength: sealing.tag })
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
  const hidden = bytes.subarray(sealing.nonce + sealing.tag)
  return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8')
}

/** Keyed digest of something that is looked up but must not be readable in the database, such as a one-time code. */
export function keyedHash(key: Buffer, ...parts: string[]): string {
  return createHmac('sha256', key).update(parts.join('\u0000')).digest('base64url')
}

/** Compares two texts of equal length without telling by time where they differ. */
export function sameText(one: string, other: string): boolean {
  const [bytes, otherBytes] = [Buffer.from(one), Buffer.from(other)]
  return bytes.length === otherBytes.length && timingSafeEqual(bytes, otherBytes)
}
