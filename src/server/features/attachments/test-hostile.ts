import { deflateSync, gzipSync } from 'node:zlib'
import type { SentFile } from '../../../../test/actor'
import { picture, text, video } from './test-files'

const script = '<script>alert(document.domain)</script>'

/** Addresses and files that a hostile file tries to reach. */
export interface Trap {
  url: string
  /** A file of the server with a secret in it. */
  path: string
}

export interface Hostile {
  what: string
  file: (trap: Trap) => Promise<SentFile> | SentFile
  /** The detected type and cleaned name; null if the file is refused. */
  detected: { mime_type: string; file_name: string } | null
  /** The code of the API error. */
  code?: string
}

const crc = (bytes: Buffer) => {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc(named))
  return Buffer.concat([length, named, sum])
}

/** A small PNG that claims to have this many pixels. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])
  const rows = deflateSync(Buffer.alloc(Math.min(1 + Math.ceil(width / 8), 100_000) * 100))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

/** An uncompressed archive of one file. */
function zipOf(name: string, data: Buffer): Buffer {
  const [local, central, end] = [Buffer.alloc(30), Buffer.alloc(46), Buffer.alloc(22)]
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(10, 4)
  local.writeUInt32LE(crc(data), 14)
  local.writeUInt32LE(data.length, 18)
  local.writeUInt32LE(data.length, 22)
  local.writeUInt16LE(name.length, 26)
  central.writeUInt32LE(0x02014b50, 0)
  local.copy(central, 6, 4, 30)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + data.length, 16)
  return Buffer.concat([local, Buffer.from(name), data, central, Buffer.from(name), end])
}

/** MP4 boxes that contain others, and the offset at which those begin. */
const inside: Record<string, number> = { moov: 8, trak: 8, mdia: 8, minf: 8, dinf: 8, dref: 16 }

/** An MP4 that claims its pictures are at another address. */
function withRemotePictures(mp4: Buffer, url: string): Buffer {
  const here = mp4.indexOf('url \0\0\0\u0001')
  if (here < 0) throw new Error('The video names no place of its pictures.')
  const added = Buffer.from(`${url}\0`)
  const grow = (from: number, to: number) => {
    for (let at = from; at < to; ) {
      const size = mp4.readUInt32BE(at)
      if (here > at && here < at + size) {
        grow(at + (inside[mp4.toString('latin1', at + 4, at + 8)] ?? size), at + size)
        mp4.writeUInt32BE(size + added.length, at)
      }
      at += size
    }
  }
  grow(0, mp4.length)
  // The flag that they are in this file.
  mp4[here + 7] = 0
  return Buffer.concat([mp4.subarray(0, here + 8), added, mp4.subarray(here + 8)])
}

const jpeg = () => picture().jpeg().toBuffer()
const named = (name: string, bytes: Buffer): SentFile => ({ name, bytes })
const plain = (file_name: string) => ({ mime_type: 'text/plain', file_name })
const unknown = (file_name: string) => ({ mime_type: 'application/octet-stream', file_name })

export const hostile: Hostile[] = [
  {
    what: 'a JPEG that is a page behind its picture',
    file: async () => named('a.jpg', Buffer.concat([await jpeg(), Buffer.from(`<html>${script}</html>`)])),
    detected: { mime_type: 'image/jpeg', file_name: 'a.jpg' },
  },
  {
    what: 'a JPEG with a page in its comment',
    file: async () => {
      const bytes = await jpeg()
      const comment = Buffer.from(`<!doctype html>${script}`)
      const length = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
      return named('a.html', Buffer.concat([bytes.subarray(0, 2), length, comment, bytes.subarray(2)]))
    },
    detected: { mime_type: 'image/jpeg', file_name: 'a.html.jpg' },
  },
  {
    what: 'a GIF that is an archive of a program behind its picture',
    file: async () =>
      named('a.gif', Buffer.concat([await picture().gif().toBuffer(), zipOf('A.class', Buffer.from('cafebabe'))])),
    detected: { mime_type: 'image/gif', file_name: 'a.gif' },
  },
  {
    what: 'a GIF that is a script from its first letter on',
    file: () => text('a.gif', `GIF89a/*${' '.repeat(99)}*/=1;alert(1)//`),
    detected: plain('a.txt'),
  },
  {
    what: 'a drawing with a script',
    file: () => text('logo.svg', `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`),
    detected: { mime_type: 'image/svg+xml', file_name: 'logo.svg' },
  },
  {
    what: 'a drawing that asks for another address and file',
    file: ({ url, path }) =>
      text(
        'a.png',
        `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><image href="${url}"/><image href="file://${path}"/></svg>`,
      ),
    detected: { mime_type: 'image/svg+xml', file_name: 'a.svg' },
  },
  {
    what: 'a page',
    file: () => text('a.html', `<!DOCTYPE html>${script}`),
    detected: { mime_type: 'text/html', file_name: 'a.html' },
  },
  {
    what: 'a page that says it is a picture',
    file: () => text('a.png', `<html>${script}</html>`),
    detected: { mime_type: 'text/html', file_name: 'a.html' },
  },
  {
    what: 'a page in XML',
    file: () => text('a.xhtml', `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`),
    detected: { mime_type: 'application/xhtml+xml', file_name: 'a.xhtml' },
  },
  {
    what: 'a page of wide letters',
    file: () => named('a.mp3', Buffer.from(`\ufeff<html>${script}`, 'utf16le')),
    detected: unknown('a.bin'),
  },
  { what: 'a script', file: () => text('a.js', 'alert(document.domain)'), detected: plain('a.js') },
  {
    what: 'a PDF with a script',
    file: () =>
      text(
        'a.pdf',
        '%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
      ),
    detected: { mime_type: 'application/pdf', file_name: 'a.pdf' },
  },
  {
    what: 'a PNG of four hundred million pixels',
    file: () => named('a.png', pngOf(20_000, 20_000)),
    detected: null,
    code: 'attachment.too_large',
  },
  { what: 'a PNG wider than numbers go', file: () => named('a.png', pngOf(0x7fffffff, 0x7fffffff)), detected: null },
  {
    what: 'an archive of zeros without end',
    file: () => named('a.zip', zipOf('zeros.gz', gzipSync(Buffer.alloc(20_000_000)))),
    detected: { mime_type: 'application/zip', file_name: 'a.zip' },
  },
  {
    what: 'a packed drawing that is small only as long as it is packed',
    file: () => named('a.svgz', gzipSync(Buffer.from(`<svg>${' '.repeat(20_000_000)}${script}</svg>`))),
    detected: { mime_type: 'application/gzip', file_name: 'a.svgz' },
  },
  {
    what: 'a list of addresses and files that says it is a video',
    file: ({ url, path }) =>
      text('a.mp4', `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\nconcat:file://${path}|${url}\n#EXT-X-ENDLIST\n`),
    detected: plain('a.txt'),
  },
  {
    what: 'a list of files for ffmpeg that says it is a video',
    file: ({ path }) => text('a.mp4', `ffconcat version 1.0\nfile '${path}'\n`),
    detected: plain('a.txt'),
  },
  {
    what: 'a video whose pictures are at another address',
    file: async ({ url }) => {
      const bytes = await video('mp4')
      return named('a.mp4', withRemotePictures(bytes, url))
    },
    detected: { mime_type: 'video/mp4', file_name: 'a.mp4' },
  },
  {
    what: 'a film that carries a page along',
    file: async () => {
      const bytes = await video('mkv')
      return named('a.mkv', Buffer.concat([bytes, Buffer.from([0x19, 0x41, 0xa4, 0x69, 0x90]), Buffer.from(script)]))
    },
    detected: { mime_type: 'video/matroska', file_name: 'a.mkv' },
  },
  {
    what: 'a program',
    file: () => named('invoice.pdf', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200, 0x90)])),
    detected: { mime_type: 'application/x-msdownload', file_name: 'invoice.exe' },
  },
  {
    what: 'a link that starts a program',
    file: () => text('Photos.desktop', '[Desktop Entry]\nType=Application\nExec=sh -c id\n'),
    detected: plain('Photos.desktop'),
  },
  {
    what: 'a text that grows a billion times where its names are resolved',
    file: ({ path }) =>
      text(
        'a.xml',
        `<?xml version="1.0"?><!DOCTYPE lol [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file://${path}">]><lol>&b;&c;</lol>`,
      ),
    detected: { mime_type: 'application/xml', file_name: 'a.xml' },
  },
  {
    what: 'half a JPEG',
    file: async () => named('a.jpg', (await picture(600, 400).jpeg().toBuffer()).subarray(0, 1_500)),
    detected: null,
    code: 'attachment.not_readable',
  },
  { what: 'nothing', file: () => named('a.txt', Buffer.alloc(0)), detected: null, code: 'attachment.empty' },
  {
    what: 'bytes with no meaning that say they are a picture',
    file: () => named('a.jpg', Buffer.alloc(500, 0xee)),
    detected: unknown('a.bin'),
  },
  {
    what: 'a photo of a kind that keeps where it was taken',
    file: () =>
      named(
        'IMG_1.HEIC',
        Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(99)]),
      ),
    detected: null,
    code: 'attachment.place_stays',
  },
  {
    what: 'a name that leads elsewhere',
    file: () => text('../../../etc/passwd.txt', 'a'),
    detected: plain('passwd.txt'),
  },
  {
    what: 'a name that leads elsewhere on Windows',
    file: () => text('..\\..\\boot.txt', 'a'),
    detected: plain('boot.txt'),
  },
  {
    what: 'a name with quotes and signs of headers',
    file: () => text('a"; filename="b.html', 'a'),
    detected: plain('a_; filename=_b.html'),
  },
  {
    what: 'a name with a new line, as a header begins',
    file: () => text('a\r\nset-cookie: a=b\r\n.txt', 'a'),
    detected: plain('aset-cookie_ a=b.txt'),
  },
  {
    what: 'a name that reads backwards',
    file: () => text('invoice\u202Efdp.txt', 'a'),
    detected: plain('invoicefdp.txt'),
  },
  {
    what: 'a name of 300 letters',
    file: () => text(`${'long '.repeat(60)}.txt`, 'a'),
    detected: plain(`${'long '.repeat(39)}l.txt`),
  },
  { what: 'a name of nothing but dots', file: () => text('...', 'a'), detected: plain('file') },
]
