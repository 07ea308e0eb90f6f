import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import PDFDocument from 'pdfkit'

/** A PDF with these lines, one per page; `link` is put on the first of them. */
export async function pdfOf(
  lines: readonly string[],
  { link, password }: { link?: string; password?: string } = {},
): Promise<Buffer> {
  const file = new PDFDocument({
    autoFirstPage: false,
    pdfVersion: '1.7',
    ...(password && { userPassword: password }),
  })
  const pieces: Buffer[] = []
  file.on('data', (piece: Buffer) => pieces.push(piece))
  for (const [index, line] of lines.entries()) {
    file
      .addPage({ size: 'A5' })
      .fontSize(24)
      .text(line, index === 0 && link ? { link } : {})
  }
  const ended = once(file, 'end')
  file.end()
  await ended
  return Buffer.concat(pieces)
}

interface Wild {
  /** Additional entries of its catalogue. */
  catalogue?: string
  /** The number of identical pages. */
  count?: number
  width?: number
  height?: number
  /** Additional entries of the page. */
  page?: string
  /** A picture over the whole page: its dictionary and its bytes. */
  picture?: { says: string; bytes: Buffer }
}

/** A hand-written PDF that no library would write: it has no cross-reference table, but claims a place for one. */
export function wildPdf({ catalogue = '', count = 1, width = 300, height = 200, page = '', picture }: Wild): Buffer {
  const drawing = picture ? `q ${width} 0 0 ${height} 0 0 cm /Im Do Q` : `BT /F 24 Tf 20 100 Td (Wild page) Tj ET`
  const resources = `<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>${picture ? '/XObject<</Im 5 0 R>>' : ''}>>`
  const pages = Array.from({ length: count }, (_, index) => 10 + index)
  const text = [
    '%PDF-1.7',
    `1 0 obj <</Type/Catalog/Pages 2 0 R ${catalogue}>> endobj`,
    `2 0 obj <</Type/Pages/Count ${count}/Kids[${pages.map(id => `${id} 0 R`).join(' ')}]>> endobj`,
    ...pages.map(
      id =>
        `${id} 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Resources 3 0 R/Contents 4 0 R ${page}>> endobj`,
    ),
    `3 0 obj ${resources} endobj`,
    `4 0 obj <</Length ${drawing.length}>> stream\n${drawing}\nendstream endobj`,
    '',
  ].join('\n')
  const end = 'trailer <</Root 1 0 R>>\nstartxref\n999999\n%%EOF\n'
  if (!picture) return Buffer.from(text + end, 'latin1')
  const { says, bytes } = picture
  const head = `5 0 obj <</Type/XObject/Subtype/Image ${says}/Length ${bytes.length}>> stream\n`
  return Buffer.concat([Buffer.from(text + head, 'latin1'), bytes, Buffer.from(`\nendstream endobj\n${end}`, 'latin1')])
}

/** A red picture as JPEG 2000, like scanners write it. */
export function scan(): Buffer {
  const { stdout, status } = spawnSync(
    'ffmpeg',
    ['-v', 'error', '-f', 'lavfi', '-i', 'color=red:size=64x64', '-frames:v', '1', '-pix_fmt', 'rgb24'].concat([
      '-c:v',
      'jpeg2000',
      '-f',
      'image2pipe',
      '-',
    ]),
    { maxBuffer: 10_000_000 },
  )
  if (status !== 0 || stdout.length === 0) throw new Error('ffmpeg made no JPEG 2000.')
  return stdout
}
