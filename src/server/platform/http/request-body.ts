import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { attachments } from '#shared/contract/attachments/limits'
import { ApiError, apiError } from '#shared/errors'
import type { Received } from './execute-endpoint'
import type { ReceivedFile } from './route'

const invalid = (path: string, message: string) => apiError('request.invalid', { issues: [{ path, message }] })

/** The bytes of the body. */
export function bytesOf({ body }: FastifyRequest): Received {
  if (!Buffer.isBuffer(body) || body.length === 0) throw invalid('body', 'Send the bytes as the body.')
  return { carried: body, digest: createHash('sha256').update(body).digest('base64url') }
}

interface UploadTarget {
  /** The folder that files are written to. */
  folder: string
  /** Limit for the total bytes of all files. */
  mostBytes: number
}

/** Writes the files of a multipart body to disk as they arrive, and collects its text parts. */
export async function filesOf(request: FastifyRequest, { folder, mostBytes }: UploadTarget): Promise<Received> {
  if (!request.isMultipart()) throw apiError('request.unsupported_type')
  if (Number(request.headers['content-length']) > mostBytes) throw apiError('request.too_large')
  const body = new Map<string, unknown>()
  const carried: ReceivedFile[] = []
  const digest = createHash('sha256')
  let left = mostBytes
  const limits = { files: attachments.perCall, fileSize: attachments.audioBytes, fields: 50, fieldSize: 10_000 }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        body.set(part.fieldname, part.value)
        continue
      }
      if (part.fieldname !== 'files') throw invalid(part.fieldname, 'Put files into the field `files`.')
      const file = { name: nameOf(part), path: join(folder, String(carried.length)) }
      digest.update(`${file.name}\0`)
      left -= await write(part, file.path, left, digest)
      if (part.file.truncated) throw tooLarge(file.name, carried.length)
      carried.push(file)
    }
  } catch (error) {
    throw asUploadError(error)
  }
  if (carried.length === 0) throw invalid('files', 'Send at least one file.')
  return { body: Object.fromEntries(body), carried, digest: digest.digest('base64url') }
}

/** Browsers percent-encode characters that would end a name in the header. */
const nameOf = ({ filename = '' }: { filename?: string }) =>
  filename.replace(/%(22|0D|0A)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const tooLarge = (name: string, index: number) =>
  apiError('attachment.too_large', { issues: [{ path: `files.${index}`, message: `${name}: too large` }] })

/** Writes one part and returns its length in bytes. Refuses parts larger than the remaining limit. */
async function write(
  { file }: MultipartFile,
  path: string,
  room: number,
  digest: ReturnType<typeof createHash>,
): Promise<number> {
  let bytes = 0
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > room) throw apiError('request.too_large')
      digest.update(chunk)
      yield chunk
    }
  }
  await pipeline(file, counted, createWriteStream(path))
  return bytes
}

/** Errors of the parser are caused by the sender; errors of the operating system are not. */
function asUploadError(error: unknown): unknown {
  const { statusCode, syscall } = error as { statusCode?: number; syscall?: string }
  if (error instanceof ApiError || syscall !== undefined) return error
  if (statusCode === 413) return apiError('request.too_large')
  return Object.assign(invalid('files', 'This multipart body is incomplete.'), { cause: error })
}
