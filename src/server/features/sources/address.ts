import type { CameraKind } from '#shared/contract/sources/endpoints'
import { apiError } from '#shared/errors'
import type { AppContext } from '../../platform/app-context'
import { type Cidr, checkAddress } from '../../platform/media/guard'
import * as secrets from '../../platform/secrets'

/** Names of query parameters in which cameras take user names and passwords. */
const secretField =
  /^(usr|user|user_?name|login|pwd|pass|passwd|password|token|key|api_?key|auth|secret|sig|signature)$/i

/**
 * The address of a camera as typed. Refuses invalid addresses and those that this server does not fetch from [D35].
 * `allowed` are the networks that are not public and that it may use.
 */
export async function checkedAddress(text: string, allowed: readonly Cidr[]): Promise<URL> {
  if (!URL.canParse(text)) throw apiError('camera.address_invalid')
  const url = new URL(text)
  await checkAddress(url, allowed)
  return url
}

/** How pictures are fetched from an address, as far as it shows. */
export function kindOf({ protocol, pathname }: URL): CameraKind {
  if (/^rtsps?:$/.test(protocol)) return 'rtsp'
  if (/\.m3u8$/i.test(pathname)) return 'hls'
  return /mjpe?g|\.cgi$|\/video$/i.test(pathname) ? 'mjpeg' : 'still'
}

/** The address without what only the camera may receive: name, password, and query parameters with those. */
export function shownForm(url: URL): string {
  const shown = new URL(url)
  shown.username = ''
  shown.password = ''
  for (const name of [...shown.searchParams.keys()]) if (secretField.test(name)) shown.searchParams.set(name, '***')
  return shown.href
}

const keyOf = ({ secrets }: Pick<AppContext, 'secrets'>) => secrets.derive('camera addresses')

/** The stored form of an address: encrypted with this server's secret, and only for this organisation. */
export function seal(app: Pick<AppContext, 'secrets'>, organization_id: number, address: URL): string {
  return secrets.seal(keyOf(app), address.href, String(organization_id))
}

/** Throws if the text was not encrypted by this server for this organisation. */
export function unseal(app: Pick<AppContext, 'secrets'>, organization_id: number, sealed: string): URL {
  return new URL(secrets.unseal(keyOf(app), sealed, String(organization_id)))
}
