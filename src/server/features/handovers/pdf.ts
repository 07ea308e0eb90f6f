import type { Language } from '#shared/contract/common'
import { blocksOf } from '../../platform/pdf/markdown'
import { newDocument, Sheet } from '../../platform/pdf/sheet'
import { interpolate, words } from './words.data'

interface Printed {
  title: string
  /** Markdown of a handover: headings, sentences and lists. */
  content: string
  author: string
  language: Language
  /** An ISO instant. */
  made_at: string
  /** The address of the app, for links within it. */
  publicUrl: string
}

/** A handover as a PDF; its links lead into the app. */
export function handoverPdf({ title, content, author, language, made_at, publicUrl }: Printed): Uint8Array {
  const document = newDocument({ title, author, language, made_at })
  const sheet = new Sheet(document, page => interpolate(words[language].foot, { page: String(page) }))
  sheet.paragraph([{ text: title }], { size: 18, bold: true })
  sheet.space(6)
  for (const { kind, level, marker, runs } of blocksOf(content.replaceAll('](#/', `](${publicUrl}/#/`))) {
    if (kind === 'heading') {
      sheet.need(48)
      sheet.space(8)
      sheet.paragraph(runs, { size: level === 2 ? 14 : 11, bold: true })
    } else if (kind === 'item') sheet.paragraph(runs, { size: 10, left: 18 * (level + 1), ...(marker && { marker }) })
    else sheet.paragraph(runs, { size: 10 })
  }
  document.end()
  return new Uint8Array(document.read() as Buffer)
}
