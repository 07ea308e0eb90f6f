import { encodedName } from './name'

/** Types that a browser displays or plays and never executes. All others are downloaded. */
const displayable = /^(image\/(jpeg|png|webp|gif|avif)|video\/(mp4|webm|quicktime|x-m4v)|audio\/[\w.+-]+)$/

/** The object loads, runs and sends nothing, has no origin, and no page can show it in a frame. */
const policy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/**
 * Headers under which no browser executes an object, whatever it holds [D23]. Objects without a name are pictures that
 * this server made.
 */
export function headersForObject(contentType: string, file_name: string | undefined): Record<string, string> {
  const isShown = file_name === undefined || displayable.test(contentType)
  const saved = contentType.startsWith('text/') ? 'text/plain; charset=utf-8' : 'application/octet-stream'
  const how = isShown ? 'inline' : 'attachment'
  return {
    'content-type': isShown ? contentType : saved,
    'content-disposition': file_name === undefined ? how : `${how}; ${encodedName(file_name)}`,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=3600',
  }
}
