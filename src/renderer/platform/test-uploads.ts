import {
  cancelUpload,
  type FileAttachment,
  finishUpload,
  readUpload,
  startUpload,
  uploadPart,
} from '#shared/contract/attachments/endpoints'
import { attachments } from '#shared/contract/attachments/limits'
import { apiError } from '#shared/errors'
import { serve } from './test-server'

/** An id that is the same for the same number. */
export const fileId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export function fileOf(number: number, file_name: string, more: Partial<FileAttachment> = {}): FileAttachment {
  return {
    file_id: fileId(number),
    batch_id: fileId(900),
    url: `/objects/${number}?signed`,
    file_name,
    file_size: 1_200,
    mime_type: 'application/octet-stream',
    file_metadata: { image_resolution: null, duration_seconds: null },
    file_thumbnail: null,
    ...more,
  }
}

export const pictureOf = (number: number, file_name: string): FileAttachment =>
  fileOf(number, file_name, {
    mime_type: 'image/jpeg',
    file_metadata: { image_resolution: { width: 1600, height: 1200 }, duration_seconds: null },
    file_thumbnail: { blur_hash: 'LEHV6nWB2yk8pyo0adR*.7kCMdnj', url: `/objects/${number}.small?signed` },
  })

interface AtServer {
  name: string
  parts: Map<number, string>
  isFinished: boolean
}

/** The server's end of uploads: stores parts, refuses on demand, and can be disconnected. */
export class UploadServer {
  readonly uploads = new Map<string, AtServer>()
  /** Parts in the order of their arrival, as `name/part`. */
  readonly arrived: string[] = []
  readonly cancelled: string[] = []
  /** After this many parts the network is cut until the test restores it. */
  cutAfter = Number.POSITIVE_INFINITY
  isCut = false
  /** The parts being sent now, and their largest number so far. */
  underWay = 0
  mostUnderWay = 0
  refusesToFinish: ReturnType<typeof apiError> | null = null
  /** What finishing answers instead, once. */
  losesAnswer = false
  started = 0

  constructor() {
    serve(startUpload, ({ body }) => {
      if (this.isCut) return Response.error()
      this.started += 1
      const file_id = fileId(this.started)
      this.uploads.set(file_id, { name: String(body.file_name), parts: new Map(), isFinished: false })
      return this.#state(file_id)
    })
    serve(uploadPart, async ({ params, text }) => {
      this.underWay += 1
      this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay)
      await new Promise(resolve => setTimeout(resolve))
      this.underWay -= 1
      const upload = this.uploads.get(String(params.file_id))
      if (!upload) return apiError('upload.not_found')
      if (this.arrived.length >= this.cutAfter) this.isCut = true
      if (this.isCut) return Response.error()
      upload.parts.set(Number(params.part), text)
      this.arrived.push(`${upload.name}/${params.part}`)
      return null
    })
    serve(readUpload, ({ body }) => {
      if (this.isCut) return Response.error()
      const upload = this.uploads.get(String(body.file_id))
      if (!upload) return apiError('upload.not_found')
      return upload.isFinished ? apiError('upload.finished') : this.#state(String(body.file_id))
    })
    serve(finishUpload, ({ body }) => {
      const file_id = String(body.file_id)
      const upload = this.uploads.get(file_id)
      if (this.isCut) return Response.error()
      if (!upload) return apiError('upload.not_found')
      if (this.refusesToFinish) return this.refusesToFinish
      upload.isFinished = true
      if (this.losesAnswer) {
        this.losesAnswer = false
        this.isCut = true
        return Response.error()
      }
      return fileOf(this.started, upload.name, { file_id })
    })
    serve(cancelUpload, ({ body }) => {
      this.cancelled.push(String(body.file_id))
      return null
    })
  }

  mend(): void {
    this.cutAfter = Number.POSITIVE_INFINITY
    this.isCut = false
  }

  /** The bytes of a file as they arrived. */
  contentOf(name: string): string {
    const upload = [...this.uploads.values()].find(candidate => candidate.name === name)
    return [...(upload?.parts ?? [])]
      .sort(([a], [b]) => a - b)
      .map(([, text]) => text)
      .join('')
  }

  #state(file_id: string) {
    return {
      file_id,
      batch_id: fileId(900),
      part_bytes: attachments.partBytes,
      parts: [...(this.uploads.get(file_id)?.parts.keys() ?? [])],
      expires_at: '2026-11-21T14:04:00.000Z',
    }
  }
}

/** A file with a number of parts, the last one short; each part starts with its number. */
export function chosen(name: string, parts = 1, type = ''): File {
  const texts = Array.from({ length: parts }, (_, index) => {
    const beginning = `${index + 1}:`
    return index === parts - 1 ? `${beginning}end` : beginning.padEnd(attachments.partBytes, '.')
  })
  return new File(texts, name, { type })
}
