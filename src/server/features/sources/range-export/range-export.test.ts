import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readAudit } from '#shared/contract/audit/endpoints'
import type { Input } from '#shared/contract/endpoint'
import { deleteCamera } from '#shared/contract/sources/cameras'
import { exportFrames, readTimeLapse } from '#shared/contract/sources/exports'
import { listOwnFrames } from '#shared/contract/sources/own-frames'
import { eventually } from '#shared/testing/eventually'
import type { Actor } from '../../../../../test/actor'
import { children } from '../../../platform/media/testing/processes'
import { needFfmpeg } from '../../../platform/media/testing/video'
import { cameraSource, openYard, screenOf, type Yard } from '../test-yard'
import { pictureOf } from '../testing/desktop'
import { plainPicture, storePicture } from '../testing/old-pictures'
import { archives, films } from './exports'

const run = promisify(execFile)
const second = 1_000
const hour = 3_600 * second
const day = 24 * hour
const grain = { type: 'gaussian' as const, sigma: 60, mean: 128 }
const iso = (at: number) => new Date(at).toISOString()
let yard: Yard
let noon: number
let camera_id: number
let red: Buffer
let blue: Buffer

beforeAll(async () => {
  yard = await openYard()
  noon = Math.floor(yard.server.clock.now() / day) * day - day / 2
  camera_id = await yard.camera('Front counter')
  ;[red, blue] = await Promise.all([plainPicture('#d01010'), plainPicture('#1010d0', { width: 90, height: 120 })])
  for (let at = 0; at < 4; at += 1) await stored(at < 2 ? red : blue, at * second)
})
afterEach(() => {
  vi.unstubAllEnvs()
})

const stored = (bytes: Buffer, offset: number, source = cameraSource(camera_id)) =>
  storePicture(yard, bytes, { source, at: noon + offset })

const range = (more: Partial<Input<typeof readTimeLapse>> = {}): Input<typeof readTimeLapse> => ({
  source: cameraSource(camera_id),
  from: iso(noon),
  to: iso(noon + hour),
  fps: 2,
  ...more,
})

const ask = (who: Actor | null, params: Input<typeof readTimeLapse>, signal?: AbortSignal) =>
  fileOf(readTimeLapse.path, who, { ...params, type: 'mp4' }, signal)

const askForArchive = (who: Actor | null, params: Input<typeof exportFrames>, signal?: AbortSignal) =>
  fileOf(exportFrames.path, who, { ...params, type: 'zip' }, signal)

/** The same range, of which all pictures are asked for. */
function asked(more: Partial<Input<typeof exportFrames>> = {}): Input<typeof exportFrames> {
  return { source: cameraSource(camera_id), from: iso(noon), to: iso(noon + hour), ...more }
}

function fileOf(path: string, who: Actor | null, params: object, signal?: AbortSignal): Promise<Response> {
  const ids = who && { organization_id: who.organization_id, user_id: who.user_id, origin_id: who.user_id }
  return fetch(`${yard.server.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(who && { authorization: `Bearer ${who.tokens?.IdToken}`, 'x-forwarded-for': who.ip }),
    },
    body: JSON.stringify({ ...ids, ...params }),
    signal: signal ?? null,
  })
}

/** What ffprobe says about a film, and the average colour of each of its pictures. */
async function inspected(film: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'film-'))
  try {
    const file = join(folder, 'film.mp4')
    await writeFile(file, film)
    const ffmpeg = needFfmpeg()
    const shown = 'stream=codec_name,pix_fmt,width,height,r_frame_rate'
    const probe = ['-v', 'error', '-show_entries', shown, '-of', 'json', file]
    const { stdout } = await run(join(dirname(ffmpeg), 'ffprobe'), probe)
    await run(ffmpeg, ['-v', 'error', '-i', file, join(folder, '%03d.png')])
    const names = (await readdir(folder)).filter(name => name.endsWith('.png')).sort()
    const colours = await Promise.all(
      names.map(async name => {
        const { channels } = await sharp(join(folder, name)).stats()
        const [r, , b] = channels.map(channel => channel.mean)
        return (r ?? 0) > (b ?? 0) ? 'red' : 'blue'
      }),
    )
    return { streams: (JSON.parse(stdout) as { streams: Record<string, unknown>[] }).streams, colours }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The entries of an archive by its central directory, none of which is compressed. */
function entriesOf(archive: Buffer): { name: string; bytes: Buffer }[] {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'))
  let at = archive.readUInt32LE(end + 16)
  return Array.from({ length: archive.readUInt16LE(end + 10) }, () => {
    const [crc, size, nameLength] = [at + 16, at + 24, at + 28].map(place => archive.readUInt32LE(place)) as [
      number,
      number,
      number,
    ]
    const length = nameLength & 0xffff
    const name = archive.toString('utf8', at + 46, at + 46 + length)
    const local = archive.readUInt32LE(at + 42)
    const begins = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const bytes = archive.subarray(begins, begins + size)
    expect(crc32(bytes)).toBe(crc)
    at += 46 + length + archive.readUInt16LE(at + 30)
    return { name, bytes }
  })
}

const filesIn = async (response: Response) => entriesOf(Buffer.from(await response.arrayBuffer()))

const filmIn = async (response: Response) => inspected(Buffer.from(await response.arrayBuffer()))

describe('The time-lapse of a range [D41, D34]', () => {
  test('is described before it is made', async () => {
    expect(await yard.dev.call(readTimeLapse, range())).toEqual({
      pictures: 4,
      is_whole: true,
      first_at: iso(noon),
      last_at: iso(noon + 3 * second),
      seconds: 2,
    })
  })

  test('is an H.264 film of its pictures in the order of time, whatever their sizes', async () => {
    const response = await ask(yard.dev, range())
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('video/mp4')
    expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toContain(
      `Front counter ${iso(noon).slice(0, 10)}`,
    )
    const { streams, colours } = await filmIn(response)
    expect(streams).toEqual([{ codec_name: 'h264', pix_fmt: 'yuv420p', width: 160, height: 120, r_frame_rate: '2/1' }])
    expect(colours).toEqual(['red', 'red', 'blue', 'blue'])
  })

  test('leaves out damaged and expired pictures', async () => {
    const source = screenOf(yard.ana)
    const old = yard.server.clock.now() - 15 * day
    await storePicture(yard, red, { source, at: old })
    const kept = await storePicture(yard, blue, { source, at: old + second, kept: true })
    await storePicture(yard, pictureOf('damaged'), { source, at: old + 2 * second, kept: true })
    const { colours } = await filmIn(await ask(yard.ana, range({ source, from: iso(old), to: iso(old + hour) })))
    expect(colours).toEqual(['blue'])
    expect(kept).not.toBe('')
  })

  test('is in the audit log, and the person whose screen it is learns who saw each picture', async () => {
    const { maya, dev, tom } = yard
    const source = screenOf(tom)
    const ids = [await stored(red, 0, source), await stored(blue, second, source)]
    const response = await ask(dev, range({ source }))
    expect((await filmIn(response)).colours).toEqual(['red', 'blue'])
    await eventually(async () => {
      const own = await tom.call(listOwnFrames, {})
      for (const id of ids) {
        expect(own.find(frame => frame.id === id)?.seen_by.map(viewer => viewer.name)).toEqual(['Dev Anand'])
      }
    })
    const [entry] = await maya.call(readAudit, { kind: 'source.exported', limit: 1 })
    expect(entry).toMatchObject({
      actor_id: dev.user_id,
      subject: `screen:${tom.user_id}`,
      details: { type: 'mp4', from: iso(noon), to: iso(noon + hour), pictures: 2, fps: 2 },
    })
  })

  test('is refused to strangers, other organisations and people without access, and without pictures', async () => {
    for (const who of [yard.tom, yard.lena, yard.zoe]) {
      expect(await (await ask(who, range())).json()).toMatchObject({ status: 404, code: 'source.not_found' })
      await expect(who.call(readTimeLapse, range())).rejects.toMatchObject({ status: 404, code: 'source.not_found' })
    }
    expect((await ask(null, range())).status).toBe(401)
    const empty = range({ from: iso(noon - hour), to: iso(noon) })
    expect(await (await ask(yard.dev, empty)).json()).toMatchObject({ status: 404, code: 'frame.not_found' })
    expect((await ask(yard.dev, range({ to: iso(noon) }))).status).toBe(400)
    expect((await ask(yard.dev, range({ fps: 31 }))).status).toBe(400)
  })

  test('is refused with its own code on a server without ffmpeg', async () => {
    vi.stubEnv('PATH', '')
    const answer = await (await ask(yard.dev, range())).json()
    expect(answer).toMatchObject({ status: 501, code: 'time_lapse.unavailable' })
  })

  test('is made one at a time, and ends with its reader and with the server', async () => {
    const source = cameraSource(await yard.camera('Busy'))
    const large = await sharp({
      create: { width: 1_280, height: 720, channels: 3, background: '#808080', noise: grain },
    })
      .jpeg()
      .toBuffer()
    await Promise.all(Array.from({ length: 150 }, (_, at) => stored(large, at * second, source)))
    const before = new Set(children())
    const isOver = () => eventually(async () => expect(children().filter(pid => !before.has(pid))).toEqual([]))
    const begun = async (signal?: AbortSignal) => {
      const response = await ask(yard.dev, range({ source, fps: 30 }), signal)
      expect(response.status).toBe(200)
      const reader = response.body?.getReader()
      await reader?.read()
      return reader
    }
    const control = new AbortController()
    await begun(control.signal)
    expect(await (await ask(yard.maya, range())).json()).toMatchObject({ status: 429, code: 'request.too_many' })
    control.abort()
    await isOver()
    expect((await filmIn(await ask(yard.maya, range()))).colours).toHaveLength(4)

    const reader = await begun()
    await films(yard.server.app.context).close()
    await isOver()
    const rest = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(rest()).rejects.toThrow()
    expect(await (await ask(yard.maya, range())).json()).toMatchObject({ status: 503, code: 'server.unavailable' })
  })
})

describe('The pictures of a range as an archive [D41, D34]', () => {
  test('are described before they are exported', async () => {
    expect(await yard.dev.call(exportFrames, asked())).toEqual({
      ...{ pictures: 4, is_whole: true, first_at: iso(noon), last_at: iso(noon + 3 * second) },
    })
  })

  test('are the stored files, named by their instants in the time zone of the reader', async () => {
    const source = cameraSource(await yard.camera('Two at once'))
    const again = await plainPicture('#10d010')
    for (const [bytes, offset] of [
      [red, 0],
      [again, 0],
      [Buffer.from('Not a picture.'), second],
      [blue, 1_250],
    ] as const)
      await stored(bytes, offset, source)
    const response = await askForArchive(yard.dev, asked({ source }))
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toMatch(/Two at once .*\.zip/)
    const files = await filesIn(response)
    const day = iso(noon).slice(0, 10)
    expect(files.map(file => file.name)).toEqual([
      `${day} 12.00.00.000 +0000.jpg`,
      `${day} 12.00.00.000 +0000 2.jpg`,
      `${day} 12.00.01.250 +0000.jpg`,
    ])
    expect(files.map(file => file.bytes).slice(0, 2)).toEqual(expect.arrayContaining([red, again]))
    expect(files[2]?.bytes).toEqual(blue)
  })

  test('are in the audit log, and the person whose screen it is learns who saw each of them', async () => {
    const { maya, ana, dev } = yard
    const source = screenOf(ana)
    const id = await stored(red, 0, source)
    expect(await filesIn(await askForArchive(dev, asked({ source })))).toHaveLength(1)
    await eventually(async () => {
      const own = await ana.call(listOwnFrames, {})
      expect(own.find(frame => frame.id === id)?.seen_by.map(viewer => viewer.name)).toEqual(['Dev Anand'])
    })
    const [entry] = await maya.call(readAudit, { kind: 'source.exported', limit: 1 })
    expect(entry).toMatchObject({
      ...{ actor_id: dev.user_id, subject: `screen:${ana.user_id}` },
      details: { type: 'zip', from: iso(noon), to: iso(noon + hour), pictures: 1 },
    })
  })

  test('are refused to strangers, other organisations and people without access, and without pictures', async () => {
    for (const who of [yard.tom, yard.lena, yard.zoe]) {
      expect(await (await askForArchive(who, asked())).json()).toMatchObject({ status: 404, code: 'source.not_found' })
      await expect(who.call(exportFrames, asked())).rejects.toMatchObject({ status: 404, code: 'source.not_found' })
    }
    expect((await askForArchive(null, asked())).status).toBe(401)
    const empty = asked({ from: iso(noon - hour), to: iso(noon) })
    expect(await (await askForArchive(yard.dev, empty)).json()).toMatchObject({ status: 404, code: 'frame.not_found' })
    expect((await askForArchive(yard.dev, asked({ to: iso(noon) }))).status).toBe(400)
  })

  test('are read from the store at the speed of the reader, and no further once access is gone', async () => {
    const long = await yard.camera('Long')
    const source = cameraSource(long)
    const large = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#808080', noise: grain } })
      .jpeg({ quality: 100 })
      .toBuffer()
    await Promise.all(Array.from({ length: 60 }, (_, at) => stored(large, at * second, source)))
    const get = vi.spyOn(yard.server.app.context.objects, 'get')
    const response = await askForArchive(yard.dev, asked({ source }))
    const reader = response.body?.getReader()
    await reader?.read()
    await eventually(async () => expect(get.mock.calls.length).toBeGreaterThan(1))
    const read = get.mock.calls.length
    await yard.maya.call(deleteCamera, { feedId: long })
    const rest = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(rest()).rejects.toThrow()
    expect(read).toBeLessThan(40)
    expect(get.mock.calls.length).toBeLessThan(60)
    get.mockRestore()
  })

  test('end with the server, and no more are begun', async () => {
    const running = archives(yard.server.app.context)
    await running.close()
    expect(await (await askForArchive(yard.dev, asked())).json()).toMatchObject({ status: 503 })
  })
})
