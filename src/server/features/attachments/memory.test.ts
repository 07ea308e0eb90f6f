import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { finishUpload, startUpload, uploadFiles, uploadPart } from '#shared/contract/attachments/endpoints'
import { Actor } from '../../../../test/actor'
import { buildServer } from '../../../../test/built-server'
import { newFolder, ServerProcess, tidy } from '../../../../test/server-process'
import { picture, sends } from './test-files'

afterAll(tidy)

const size = 200_000_000
/** The most bytes that the server may need for a file of any size. */
const enough = 150_000_000

/** The header of uncompressed audio with this many bytes. */
function wavHead(bytes: number): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(36 + bytes, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(2, 22)
  head.writeUInt32LE(48_000, 24)
  head.writeUInt32LE(192_000, 28)
  head.writeUInt16LE(4, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(bytes, 40)
  return head
}

/** The peak memory of a process in bytes. */
const mostMemory = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

async function digestOf(address: URL): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of (await fetch(address)).body ?? []) hash.update(chunk)
  return hash.digest('hex')
}

// Only Linux reports the peak memory of a process.
if (process.platform === 'linux') {
  test('A recording of 200 MB goes in and out without being in the memory of the server as a whole [D23]', {
    timeout: 300_000,
  }, async () => {
    const serverProcess = new ServerProcess(await buildServer(), await newFolder())
    const server = { url: await serverProcess.ready() }
    const tom = new Actor(server, '127.0.0.1')
    await tom.signUp({ name: 'Tom Reyes' })
    await tom.createOrganisation('Ridgeway Cycles')
    await sends(tom, { name: 'a.png', bytes: await picture().png().toBuffer() })
    const { file_id: warming } = await tom.call(startUpload, { file_name: 'short.wav', content_hint: 'audio' })
    await tom.call(uploadPart, { file_id: warming, part: 1 }, { bytes: Buffer.concat([wavHead(4), Buffer.alloc(4)]) })
    await tom.call(finishUpload, { file_id: warming, parts: 1 })
    const before = mostMemory(serverProcess.pid)

    const whole = Buffer.concat([wavHead(size), Buffer.alloc(size)])
    const digest = createHash('sha256').update(whole).digest('hex')
    const { file_id, part_bytes } = await tom.call(startUpload, { file_name: 'long.wav', content_hint: 'audio' })
    const parts = Math.ceil(whole.length / part_bytes)
    const left = Array.from({ length: parts }, (_, index) => index + 1)
    const send = async () => {
      for (let part = left.shift(); part !== undefined; part = left.shift()) {
        const bytes = whole.subarray((part - 1) * part_bytes, part * part_bytes)
        await tom.call(uploadPart, { file_id, part }, { bytes })
      }
    }
    await Promise.all([send(), send(), send(), send()])
    const inParts = await tom.call(finishUpload, { file_id, parts })
    expect(inParts).toMatchObject({ mime_type: 'audio/wav', file_size: whole.length })
    expect(await digestOf(new URL(inParts.url, server.url))).toBe(digest)

    const [inOne] = await tom.call(uploadFiles, {}, { files: [{ name: 'long.wav', bytes: whole }] })
    expect(await digestOf(new URL(inOne?.url ?? '', server.url))).toBe(digest)
    expect(mostMemory(serverProcess.pid) - before).toBeLessThan(enough)
  })
}
