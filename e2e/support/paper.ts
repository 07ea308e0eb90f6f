import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const { resolve } = createRequire(import.meta.url)

/**
 * Returns the printed text of a page, sheet by sheet. pdf.js reads the file in the browser, because Node may be too old
 * for it.
 */
export async function printed(page: Page): Promise<string[]> {
  // A font that arrives while sheets are counted changes the length of lines, and the last sheets are lost.
  await page.waitForFunction(() => [...document.fonts].some(font => font.status === 'loaded'))
  await page.evaluate(() => document.fonts.ready)
  const file = await page.pdf({ format: 'A4' })
  const reader = await page.context().newPage()
  for (const script of ['pdf.worker.min.mjs', 'pdf.min.mjs'])
    await reader.addScriptTag({ path: resolve(`pdfjs-dist/build/${script}`), type: 'module' })
  await reader.waitForFunction('globalThis.pdfjsLib && globalThis.pdfjsWorker')
  const sheets = await reader.evaluate(async base64 => {
    const { getDocument } = (globalThis as unknown as { pdfjsLib: typeof import('pdfjs-dist') }).pdfjsLib
    const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
    const read = await getDocument({ data: bytes, verbosity: 0 }).promise
    const texts: string[] = []
    for (let number = 1; number <= read.numPages; number += 1) {
      const { items } = await (await read.getPage(number)).getTextContent()
      texts.push(items.map(item => ('str' in item ? item.str : '')).join(' '))
    }
    return texts
  }, file.toString('base64'))
  await reader.close()
  return sheets.map(text => text.replace(/\s+/g, ' '))
}
