import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type FileAttachment,
  finishUpload,
  startUpload,
  uploadFiles,
  uploadPart,
} from '#shared/contract/attachments/endpoints'
import type { Reply } from '#shared/contract/endpoint'
import type { SentFile } from '../../../../test/actor'
import { listenOnLoopback } from '../../../../test/loopback'
import { loads, text } from './test-files'
import { type Hostile, hostile, type Trap } from './test-hostile'
import { type Office, openOffice } from './test-office'

const secret = 'the secret of this machine'
let office: Office
let trap: Trap
let asked: string[]
let server: Server

beforeAll(async () => {
  office = await openOffice()
  asked = []
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end(secret)
  })
  const port = await listenOnLoopback(server)
  await mkdir(office.server.app.context.settings.DATA_DIR, { recursive: true })
  const path = join(office.server.app.context.settings.DATA_DIR, 'secret.txt')
  await writeFile(path, secret)
  trap = { url: `http://127.0.0.1:${port}/trap`, path }
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const shown = /^(image\/(jpeg|gif)|video\/mp4)$/

/** The headers that protect every browser, whatever the bytes are. */
async function isHarmless(file: FileAttachment): Promise<void> {
  const { status, headers, bytes } = await loads(office.tom, file.url)
  expect(status).toBe(200)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
  const [type, disposition] = [headers.get('content-type') ?? '', headers.get('content-disposition') ?? '']
  if (shown.test(file.mime_type)) expect(type).toBe(file.mime_type)
  else {
    expect(['application/octet-stream', 'text/plain; charset=utf-8']).toContain(type)
    expect(disposition).toMatch(/^attachment; /)
  }
  expect(disposition).toMatch(/^(inline|attachment); filename="[^"\\]+"; filename\*=UTF-8''[\w.%!#$&+^`|~-]+$/)
  expect(bytes.includes(secret)).toBe(false)
  const { status: thumbnail, headers: of } = file.file_thumbnail
    ? await loads(office.tom, file.file_thumbnail.url)
    : { status: 200, headers: new Headers({ 'content-type': 'image/webp' }) }
  expect([thumbnail, of.get('content-type')]).toEqual([200, 'image/webp'])
}

const whole = (file: SentFile): Promise<Reply<FileAttachment[]>> => office.tom.reply(uploadFiles, {}, { files: [file] })

/** The same in parts, where the name takes another path. */
async function inParts({ name, bytes }: SentFile): Promise<Reply<FileAttachment[]>> {
  const { file_id } = await office.tom.call(startUpload, { file_name: name })
  if (bytes.length > 0) await office.tom.call(uploadPart, { file_id, part: 1 }, { bytes })
  const reply = await office.tom.reply(finishUpload, { file_id, parts: 1 })
  return { ...reply, data: reply.data && [reply.data] }
}

const ways: [string, typeof whole][] = [
  ['whole', whole],
  ['in parts', inParts],
]

describe.each(ways)('A hostile file, uploaded %s, does no harm [D23]:', (way, upload) => {
  test.each(hostile.map((file): [string, Hostile] => [file.what, file]))(
    '%s',
    async (_what, { file, detected: told, code }) => {
      const reply = await upload(await file(trap))
      expect(asked).toEqual([])
      if (told === null) {
        expect(reply.status, reply.message).toBeGreaterThanOrEqual(400)
        expect(reply.status, reply.message).toBeLessThan(500)
        // An upload in parts without any is refused for that reason.
        if (code && !(way === 'in parts' && code === 'attachment.empty')) expect(reply.code).toBe(code)
        return
      }
      const [kept] = reply.data ?? []
      expect(kept, JSON.stringify(reply)).toMatchObject(told)
      if (kept) await isHarmless(kept)
      expect(asked).toEqual([])
    },
  )
})

describe('A picture that is also something else is stored as a picture only', () => {
  test.each(hostile.slice(0, 3).map((file): [string, Hostile] => [file.what, file]))('%s', async (_what, { file }) => {
    const sent = await file(trap)
    const [kept] = (await whole(sent)).data ?? []
    const { bytes } = await loads(office.tom, kept?.url ?? '')
    for (const other of ['<script', 'A.class', 'cafebabe']) expect(bytes.includes(other), other).toBe(false)
  })
})

test('a name with a NUL reaches no database and no header', async () => {
  expect(await office.tom.reply(startUpload, { file_name: 'a\u0000b.txt' })).toMatchObject({
    status: 400,
    code: 'request.invalid',
    issues: [{ path: 'file_name' }],
  })
  const [kept] = (await whole(text('a\u0000b.txt', 'a'))).data ?? []
  expect(kept?.file_name).toBe('ab.txt')
})

test('the server keeps running after all of this', async () => {
  expect((await fetch(`${office.server.url}/readycheck`)).status).toBe(200)
  expect(office.server.logLines.filter(line => line.includes('A call failed.'))).toEqual([])
})
