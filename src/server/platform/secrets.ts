import { createHmac, createPrivateKey, hkdfSync, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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

/** The root from settings, or the one kept in the data folder, made at the first start and readable by its owner only. */
export function loadSecrets(settings: { SECRET: string | undefined; DATA_DIR: string }): Secrets {
  if (settings.SECRET) return secretsFrom(settings.SECRET)
  mkdirSync(settings.DATA_DIR, { recursive: true })
  const file = join(settings.DATA_DIR, 'secret.key')
  try {
    writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return secretsFrom(Buffer.from(readFileSync(file, 'utf8'), 'base64'))
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
