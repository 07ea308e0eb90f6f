import { useEffect, useState } from 'react'
import type { FileAttachment } from '#shared/contract/attachments/endpoints'
import { useFiles } from '../files'
import { limits } from './limits'
import { type OpenPdf, openPdf, type PdfProblem, PdfRefused } from './open-pdf'

export type Reading =
  | { step: 'loading' }
  | { step: 'locked'; isWrong: boolean; onPassword: (password: string) => void }
  | { step: 'open'; pdf: OpenPdf }
  | { step: 'refused'; why: PdfProblem | 'gone' | 'large' }

const loading: Reading = { step: 'loading' }

/** Loads and opens a PDF, and closes it when the component unmounts. */
export function usePdf({ file_id, file_size }: Pick<FileAttachment, 'file_id' | 'file_size'>): Reading {
  const [reading, setReading] = useState(loading)
  useEffect(() => {
    const ending = new AbortController()
    let opened: OpenPdf | null = null
    const update = (next: Reading) => {
      if (!ending.signal.aborted) setReading(next)
    }
    const ask = (isWrong: boolean) =>
      new Promise<string | null>(answer => {
        ending.signal.addEventListener('abort', () => answer(null), { once: true })
        const onPassword = (password: string) => {
          update(loading)
          answer(password)
        }
        update({ step: 'locked', isWrong, onPassword })
      })
    async function open(): Promise<Reading> {
      if (file_size > limits.bytes) return { step: 'refused', why: 'large' }
      const bytes = await bytesOf(file_id, ending.signal)
      if (!bytes) return { step: 'refused', why: 'gone' }
      opened = await openPdf(bytes, ask)
      if (ending.signal.aborted) opened.close()
      return { step: 'open', pdf: opened }
    }
    open().then(update, cause => update({ step: 'refused', why: cause instanceof PdfRefused ? cause.why : 'damaged' }))
    return () => {
      ending.abort()
      opened?.close()
      setReading(loading)
    }
  }, [file_id, file_size])
  return reading
}

/** Loads the whole file, because its address expires soon. Returns null when the file is not available. */
async function bytesOf(file_id: string, signal: AbortSignal): Promise<Uint8Array | null> {
  const file = await useFiles.getState().fresh(file_id)
  if (!file) return null
  try {
    const answer = await fetch(file.url, { signal })
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null
  } catch {
    return null
  }
}
