import { attachments } from '#shared/contract/attachments/limits'
import { accepted, claimed, loose } from './extensions.data'
import { extensionOf, type Kind } from './kind'

/**
 * Characters that are invisible or deceptive: control characters, marks that change direction or join text, lone
 * surrogates.
 */
const invisible = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/**
 * A name that people can see and every system can store: no path, no invisible characters, an extension that agrees
 * with the bytes [D23].
 */
export function cleanName(given: string, kind: Kind): string {
  // Names longer than this do not occur, and normalising endless marks takes quadratic time.
  const last =
    given
      .slice(-10 * attachments.nameLength)
      .toWellFormed()
      .normalize('NFC')
      .split(/[/\\]/)
      .at(-1) ?? ''
  const plain = last
    .replace(invisible, '')
    .replace(/[<>:"|?*\ufffd]/g, '_')
    .replace(/\s+/g, ' ')
    // Windows drops these characters at the end, which would reveal another extension than the name shows.
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '')
  return shortened(withMatchingExtension(plain || 'file', kind))
}

function withMatchingExtension(name: string, { mime, extension }: Kind): string {
  const current = extensionOf(name)
  if (current === extension || accepted[mime]?.includes(current)) return name
  // Many formats are text or an archive inside. Such names stay, unless they claim a type that the bytes would have
  // shown.
  if (loose.has(mime) && !claimed.has(current)) return name
  return claimed.has(current) ? `${name.slice(0, -current.length)}${extension}` : `${name}.${extension}`
}

function shortened(name: string): string {
  const letters = [...name]
  if (letters.length <= attachments.nameLength) return name
  const extension = extensionOf(name)
  const ending = extension ? `.${extension}` : ''
  return `${letters
    .slice(0, attachments.nameLength - ending.length)
    .join('')
    .trimEnd()}${ending}`
}

/** The file name parameters of `Content-Disposition`: ASCII for old clients, and the full name [RFC 6266, RFC 8187]. */
export function encodedName(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${ascii}"; filename*=UTF-8''${encoded}`
}
