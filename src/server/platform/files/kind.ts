import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'

/** The type of a file, detected from its bytes, and the extension that belongs to it. */
export interface Kind {
  mime: string
  extension: string
}

/** Bytes at the beginning that are examined for the type. A limit, so that nobody can cause long searches. */
const examinedBytes = 65_536

const unknown: Kind = { mime: 'application/octet-stream', extension: 'bin' }
const plain: Kind = { mime: 'text/plain', extension: 'txt' }
/** Text types that only the extension distinguishes. */
const textByName: Readonly<Record<string, Kind>> = {
  csv: { mime: 'text/csv', extension: 'csv' },
  md: { mime: 'text/markdown', extension: 'md' },
  markdown: { mime: 'text/markdown', extension: 'markdown' },
}
/** Types with a signature whose files may be plain text. Other signatures can occur in a text by chance. */
const signedText = /^(application\/(pdf|xml|rtf|postscript|eps)|text\/.+)$/
/** Types by the root element of a page or drawing. */
const byRoot: Readonly<Record<string, Kind>> = {
  svg: { mime: 'image/svg+xml', extension: 'svg' },
  html: { mime: 'text/html', extension: 'html' },
}
const sameKinds: Readonly<Record<string, string>> = { 'audio/x-m4a': 'audio/mp4', 'video/x-m4v': 'video/mp4' }

/** The extension of a name in lower case, without its dot; empty if there is none. */
export function extensionOf(name: string): string {
  return /[^.]\.([A-Za-z0-9]{1,12})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** Detects the type of a file from its bytes [D23]. The name only distinguishes types of text. */
export async function kindOf(path: string, name: string): Promise<Kind> {
  const head = await readHead(path)
  // UTF-16 text; its byte order mark looks like the beginning of audio.
  if (startsWith(head, 0xff, 0xfe) || startsWith(head, 0xfe, 0xff)) return unknown
  const told = await signatureOf(head)
  if (!(await isText(path))) return told ?? unknown
  if (told && signedText.test(told.mime) && told.mime !== 'application/xml') return told
  const root = rootOf(head.toString('utf8'))
  const isXml = told?.mime === 'application/xml'
  if (isXml && root === 'html') return { mime: 'application/xhtml+xml', extension: 'xhtml' }
  return byRoot[root] ?? (isXml ? told : undefined) ?? textByName[extensionOf(name)] ?? plain
}

const startsWith = (head: Buffer, ...bytes: number[]) => bytes.every((byte, index) => head[index] === byte)

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(examinedBytes), 0, examinedBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function signatureOf(head: Buffer): Promise<Kind | undefined> {
  // The library may throw on malformed input; the type is then unknown.
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  if (!found) return undefined
  const mime = found.mime.split(';', 1)[0] ?? found.mime
  return { mime: sameKinds[mime] ?? mime, extension: found.ext }
}

/** True for UTF-8 throughout, without control characters that do not occur in text. */
async function isText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path)) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells text from other bytes.
      if (/[\0-\x07\x0e-\x1a\x1c-\x1f]/.test(decoder.decode(chunk as Buffer, { stream: true }))) return false
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/**
 * The name of the first element in lower case, after declarations and comments; empty if something else comes first.
 */
function rootOf(text: string): string {
  let rest = text.trimStart()
  for (;;) {
    const end = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?') ? '?>' : undefined
    if (end) {
      const at = rest.indexOf(end)
      if (at < 0) return ''
      rest = rest.slice(at + end.length).trimStart()
      continue
    }
    const doctype = /^<!doctype\s+([a-z]+)/i.exec(rest)
    return (doctype ?? /^<([a-z]+)[\s/>]/i.exec(rest))?.[1]?.toLowerCase() ?? ''
  }
}
