import { encodedName } from './name'

/** Kinds that a browser shows or plays and never runs. Everything else is something to save. */
const shown = /^(image\/(jpeg|png|webp|gif|avif)|video\/(mp4|webm|quicktime|x-m4v)|audio\/[\w.+-]+)$/

/** Nothing is loaded, run or sent from it, it belongs to no origin, and no page shows it in a frame. */
const policy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** What an object is handed out with, so that no browser runs it, whatever it holds [D23]. Without a name it is one of our own pictures. */
export function headersOffering(contentType: string, file_name: string | undefined): Record<string, string> {
  const isShown = file_name === undefined || shown.test(contentType)
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
