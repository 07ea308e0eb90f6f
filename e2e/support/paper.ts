import { createRequire } from 'node:module'
import type { BrowserContext, Page } from '@playwright/test'

const { resolve } = createRequire(import.meta.url)

export interface Sheet {
  words: string
  /** The widths of its pictures in their own pixels. */
  pictures: number[]
  /** Where its links lead. */
  links: string[]
}

/** Returns the printed text of a page, sheet by sheet. */
export async function printed(page: Page): Promise<string[]> {
  return (await sheetsOf(page)).map(({ words }) => words)
}

/** Prints a page. */
export async function sheetsOf(page: Page): Promise<Sheet[]> {
  // A font that arrives while sheets are counted changes the length of lines, and the last sheets are lost.
  await page.waitForFunction(() => [...document.fonts].some(font => font.status === 'loaded'))
  await page.evaluate(() => document.fonts.ready)
  return sheetsIn(page.context(), await page.pdf({ format: 'A4' }))
}

/** Reads a PDF with pdf.js in a page of the browser, because Node may be too old for it. */
export async function sheetsIn(context: BrowserContext, file: Buffer): Promise<Sheet[]> {
  const reader = await context.newPage()
  for (const script of ['pdf.worker.min.mjs', 'pdf.min.mjs'])
    await reader.addScriptTag({ path: resolve(`pdfjs-dist/build/${script}`), type: 'module' })
  await reader.waitForFunction('globalThis.pdfjsLib && globalThis.pdfjsWorker')
  const sheets = await reader.evaluate(async base64 => {
    const { getDocument, OPS } = (globalThis as unknown as { pdfjsLib: typeof import('pdfjs-dist') }).pdfjsLib
    const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
    const read = await getDocument({ data: bytes, verbosity: 0 }).promise
    const found: Sheet[] = []
    for (let number = 1; number <= read.numPages; number += 1) {
      const sheet = await read.getPage(number)
      const { items } = await sheet.getTextContent()
      const { fnArray, argsArray } = await sheet.getOperatorList()
      const pictures = fnArray.flatMap((what, at) => (what === OPS.paintImageXObject ? Number(argsArray[at]?.[1]) : []))
      const links = (await sheet.getAnnotations()).flatMap(({ url }) => (typeof url === 'string' ? url : []))
      found.push({ words: items.map(item => ('str' in item ? item.str : '')).join(' '), pictures, links })
    }
    return found
  }, file.toString('base64'))
  await reader.close()
  return sheets.map(({ words, ...sheet }) => ({ ...sheet, words: words.replace(/\s+/g, ' ') }))
}
