import { attachments } from '#shared/limits'
import { accepted, claimed, loose } from './extensions.data'
import { extensionOf, type Kind } from './kind'

/** What no name shows and what only deceives: control characters, marks that turn or join text, half of a pair. */
const unseen = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/** A name as people may see it and as any system may save it: no path, nothing unseen, an extension that agrees with the bytes [D23]. */
export function cleanName(given: string, kind: Kind): string {
  // No name is so long; putting endless marks in order takes time that grows with the square of their number.
  const last =
    given
      .slice(-10 * attachments.nameLength)
      .toWellFormed()
      .normalize('NFC')
      .split(/[/\\]/)
      .at(-1) ?? ''
  const plain = last
    .replace(unseen, '')
    .replace(/[<>:"|?*\ufffd]/g, '_')
    .replace(/\s+/g, ' ')
    // Windows drops these at the end, which would show another extension than it runs.
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '')
  return shortened(agreeing(plain || 'file', kind))
}

function agreeing(name: string, { mime, extension }: Kind): string {
  const current = extensionOf(name)
  if (current === extension || accepted[mime]?.includes(current)) return name
  // Many formats are text or an archive inside. Their names stay, unless they claim what their bytes would have shown.
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

/** The file name parameters of `Content-Disposition`: ASCII for old clients, and all of it [RFC 6266, RFC 8187]. */
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
