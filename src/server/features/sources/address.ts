import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { CameraKind } from '#shared/contract/sources'
import { refuse } from '#shared/errors'
import type { House } from '../../platform/house'
import { checkAddress } from '../../platform/media/guard'

/** Names of query fields in which cameras take who asks, and the password. */
const secretField =
  /^(usr|user|user_?name|login|pwd|pass|passwd|password|token|key|api_?key|auth|secret|sig|signature)$/i

/** A camera's address as it was typed. Refuses what is none, or leads where this server does not fetch from [D35]. */
export async function checkedAddress(house: Pick<House, 'settings'>, text: string): Promise<URL> {
  if (!URL.canParse(text)) throw refuse('camera.address_invalid')
  const url = new URL(text)
  await checkAddress(url, house.settings.CAMERA_ALLOWED_NETWORKS)
  return url
}

/** How pictures come from an address, as far as it tells. */
export function kindOf({ protocol, pathname }: URL): CameraKind {
  if (/^rtsps?:$/.test(protocol)) return 'rtsp'
  if (/\.m3u8$/i.test(pathname)) return 'hls'
  return /mjpe?g|\.cgi$|\/video$/i.test(pathname) ? 'mjpeg' : 'still'
}

/** The address without what only the camera should be told: name, password, and query fields that hold such. */
export function shownForm(url: URL): string {
  const shown = new URL(url)
  shown.username = ''
  shown.password = ''
  for (const name of [...shown.searchParams.keys()]) if (secretField.test(name)) shown.searchParams.set(name, '***')
  return shown.href
}

const algorithm = 'aes-256-gcm'
const lengths = { nonce: 12, tag: 16 } as const

const keyOf = ({ secrets }: Pick<House, 'secrets'>) => secrets.derive('camera addresses')

/** The address as it is kept: readable with the house's secret only, and only for this organisation. */
export function seal(house: Pick<House, 'secrets'>, organization_id: number, address: URL): string {
  const nonce = randomBytes(lengths.nonce)
  const cipher = createCipheriv(algorithm, keyOf(house), nonce).setAAD(Buffer.from(String(organization_id)))
  const hidden = Buffer.concat([cipher.update(address.href, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')
}

/** Throws where the text was not sealed by this house for this organisation. */
export function unseal(house: Pick<House, 'secrets'>, organization_id: number, sealed: string): URL {
  const bytes = Buffer.from(sealed, 'base64url')
  const nonce = bytes.subarray(0, lengths.nonce)
  const tag = bytes.subarray(lengths.nonce, lengths.nonce + lengths.tag)
  const decipher = createDecipheriv(algorithm, keyOf(house), nonce, { authTagLength: lengths.tag })
  decipher.setAAD(Buffer.from(String(organization_id))).setAuthTag(tag)
  const hidden = bytes.subarray(lengths.nonce + lengths.tag)
  return new URL(Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8'))
}
