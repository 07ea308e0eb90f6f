import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { getDocument, PasswordResponses, PDFWorker, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { limits, type Size, sizeOf } from './limits'
import { decoderAddress, OwnFiles } from './pdf-data'

/** Why a PDF cannot be shown. */
export type PdfProblem = 'damaged' | 'locked' | 'slow'

export class PdfRefused extends Error {
  constructor(readonly why: PdfProblem) {
    super(`The PDF cannot be shown: it is ${why}.`)
  }
}

export interface OpenPdf {
  /** The number of pages that can be shown. */
  count: number
  /** Whether the file has more pages than can be shown. */
  isCut: boolean
  first: Size
  page(number: number): Promise<PDFPageProxy>
  /** Returns the page that a link inside the file leads to, or null where it leads nowhere. */
  pageAt(place: unknown): Promise<number | null>
  /** Stops the worker, whatever it is doing. */
  close(): void
}

/**
 * Reads a PDF in a worker of its own. No script of the file runs, and nothing that it references is loaded. `ask` is
 * called for the password, and again after a wrong one; returning null gives up. Rejects with {@link PdfRefused}.
 */
export async function openPdf(bytes: Uint8Array, ask: (isWrong: boolean) => Promise<string | null>): Promise<OpenPdf> {
  const thread = new Worker(workerAddress, { type: 'module' })
  const worker = PDFWorker.create({ port: thread, verbosity: VerbosityLevel.ERRORS })
  const task = getDocument({
    data: bytes,
    worker,
    verbosity: VerbosityLevel.ERRORS,
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
    wasmUrl: decoderAddress,
    BinaryDataFactory: OwnFiles,
    disableWorkerRendering: true,
    maxImageSize: limits.imagePixels,
    canvasMaxAreaInBytes: limits.canvasPixels * 4,
  })
  const close = () => {
    thread.terminate()
    worker.destroy()
  }
  const timeLimit = new TimeLimit()
  const wasAsked = new Promise<never>((_, refuse) => {
    task.onPassword = async (answer: (password: string) => void, why: number) => {
      timeLimit.rest()
      const password = await ask(why === PasswordResponses.INCORRECT_PASSWORD)
      if (password === null) return refuse(new PdfRefused('locked'))
      timeLimit.start()
      answer(password)
    }
  })
  try {
    timeLimit.start()
    const pdf = await Promise.race([task.promise, wasAsked, timeLimit.over])
    const first = sizeOf(await Promise.race([pdf.getPage(1), timeLimit.over]))
    return { ...pagesOf(pdf), first, close }
  } catch (cause) {
    close()
    throw cause instanceof PdfRefused ? cause : new PdfRefused('damaged')
  } finally {
    timeLimit.rest()
  }
}

function pagesOf(pdf: PDFDocumentProxy): Pick<OpenPdf, 'count' | 'isCut' | 'page' | 'pageAt'> {
  const count = Math.min(pdf.numPages, limits.pages)
  return {
    count,
    isCut: pdf.numPages > count,
    page: number => pdf.getPage(number),
    async pageAt(place) {
      const target = typeof place === 'string' ? await pdf.getDestination(place) : place
      const [page] = Array.isArray(target) ? target : []
      const index = typeof page === 'number' ? page : await pdf.getPageIndex(page).catch(() => Number.NaN)
      return index >= 0 && index < count ? index + 1 : null
    },
  }
}

/** Limits how long a worker may take. The time does not run while a person types the password. */
class TimeLimit {
  #timer: ReturnType<typeof setTimeout> | undefined
  #lose: (cause: PdfRefused) => void = () => undefined
  readonly over = new Promise<never>((_, lose) => {
    this.#lose = lose
  })

  start(): void {
    this.rest()
    this.#timer = setTimeout(() => this.#lose(new PdfRefused('slow')), limits.timeout)
  }

  rest(): void {
    clearTimeout(this.#timer)
  }
}
