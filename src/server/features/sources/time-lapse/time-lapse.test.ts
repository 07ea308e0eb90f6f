import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readAudit } from '#shared/contract/audit/endpoints'
import type { Input } from '#shared/contract/endpoint'
import { listOwnFrames, readTimeLapse } from '#shared/contract/sources/endpoints'
import { eventually } from '#shared/testing/eventually'
import type { Actor } from '../../../../../test/actor'
import { children } from '../../../platform/media/testing/processes'
import { needFfmpeg } from '../../../platform/media/testing/video'
import { cameraSource, openYard, screenOf, type Yard } from '../test-yard'
import { pictureOf } from '../testing/desktop'
import { plainPicture, storePicture } from '../testing/old-pictures'
import { films } from './films'

const run = promisify(execFile)
const second = 1_000
const hour = 3_600 * second
const day = 24 * hour
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

function ask(who: Actor | null, params: Input<typeof readTimeLapse>, signal?: AbortSignal): Promise<Response> {
  const ids = who && { organization_id: who.organization_id, user_id: who.user_id, origin_id: who.user_id }
  return fetch(`${yard.server.url}${readTimeLapse.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(who && { authorization: `Bearer ${who.tokens?.IdToken}`, 'x-forwarded-for': who.ip }),
    },
    body: JSON.stringify({ ...ids, ...params, type: 'mp4' }),
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
    const noise = { type: 'gaussian' as const, sigma: 60, mean: 128 }
    const large = await sharp({ create: { width: 1_280, height: 720, channels: 3, background: '#808080', noise } })
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
