import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CameraServer, part, pictureOf, streams } from './testing/camera-server'
import { withPassword } from './testing/password'
import { children, commandLine, isRunning } from './testing/processes'
import { RtspServer } from './testing/rtsp-server'
import { encodedPictures, needFfmpeg } from './testing/video'
import { loopbackAllowed, Viewer } from './testing/viewer'

const every = 100
let ffmpeg: string
let pictures: Buffer[][]
let folder: string
let before: number[]
let camera: RtspServer

beforeAll(async () => {
  ffmpeg = needFfmpeg()
  pictures = await encodedPictures('h264')
  folder = await mkdtemp(join(tmpdir(), 'wheelhouse-media-'))
  before = process.platform === 'linux' ? children() : []
})
afterAll(() => rm(folder, { recursive: true, force: true }))
afterEach(async () => {
  await camera?.close()
})

const started = () => children().filter(pid => !before.includes(pid))
const sockets = () => process.getActiveResourcesInfo().filter(name => name === 'TCPSocketWrap').length
const openRtsp = async () => {
  camera = await RtspServer.open({ codec: 'h264', packing: 'fragments', pictures })
  return camera
}

/** A shell loop that ignores signals and has a child process. */
const forever = 'while :; do sleep 1000 & wait; done'

/** A named pipe that a program writes to once. */
async function pipe(name: string) {
  const path = join(folder, name)
  await promisify(execFile)('mkfifo', [path])
  return { path, said: readFile(path) }
}

/** A script that stands in for ffmpeg. */
async function script(name: string, ...lines: string[]): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, ['#!/bin/sh', ...lines, ''].join('\n'))
  await chmod(path, 0o755)
  return path
}

test('A stream that broke in the middle of a picture thirty times is shown again each time, and leaves no connection [D35]', async () => {
  const atFirst = sockets()
  const web = await CameraServer.open()
  web.answer = response => {
    streams(response)
    const second = part(pictureOf('x'.repeat(2_000)))
    response.write(Buffer.concat([part(pictureOf(String(web.asked.length))), second.subarray(0, 1_000)]), () =>
      response.destroy(),
    )
  }
  const viewer = Viewer.of(web.address('/video'), 'mjpeg')
  for (let drop = 1; drop <= 30; drop += 1) {
    await viewer.troubleReported(2 * drop)
    await web.allGone()
    viewer.clock.advance(1_000)
  }
  await viewer.frame(31)
  await viewer.close()
  await web.allGone()
  await web.close()
  expect(viewer.frames.map(frame => frame.toString('latin1', 4, frame.length - 2))).toEqual(
    Array.from({ length: 31 }, (_, index) => String(index + 1)),
  )
  expect(viewer.troubles.slice(0, 60)).toEqual(Array.from({ length: 30 }, () => [null, 'unreachable']).flat())
  expect(sockets()).toBe(atFirst)
})

function processTests(): void {
  test('no process and no connection after an RTSP camera hung up in the middle of a picture thirty times', async () => {
    const server = await openRtsp()
    server.hangsUpAt = 3
    const viewer = Viewer.of(server.address(), 'rtsp', { ffmpeg, every })
    for (let drop = 1; drop <= 30; drop += 1) {
      await viewer.failures(drop)
      expect(started(), `after ${drop}`).toEqual([])
      if (drop === 30) server.hangsUpAt = Number.POSITIVE_INFINITY
      viewer.clock.advance(60_000)
    }
    await viewer.frame(1)
    expect(started()).toHaveLength(1)
    await viewer.close()
    await server.allGone()
    expect(started()).toEqual([])
    expect(server.asked.filter(({ method }) => method === 'PLAY')).toHaveLength(31)
  })

  test('nothing when it is closed at any moment of its opening', async () => {
    const server = await openRtsp()
    for (const method of ['DESCRIBE', 'SETUP', 'PLAY']) {
      const request = server.next(method)
      const viewer = Viewer.of(server.address(), 'rtsp', { ffmpeg, every })
      await request
      await viewer.close()
      await server.allGone()
      expect(started(), method).toEqual([])
    }
  })

  test('no process that ignores the request to end', async () => {
    const server = await openRtsp()
    const [ready, told] = await Promise.all([pipe('ready'), pipe('told')])
    const stubborn = await script(
      'stubborn',
      `trap 'echo yes > ${told.path}' TERM`,
      `echo yes > ${ready.path}`,
      forever,
    )
    const viewer = Viewer.of(server.address(), 'rtsp', { ffmpeg: stubborn, every })
    await ready.said
    const closed = viewer.close()
    await told.said
    expect(started()).toHaveLength(1)
    viewer.clock.advance(2_000)
    await closed
    expect(started()).toEqual([])
  })

  test('no trace of the camera’s password or address, or the server’s secrets, in the process of ffmpeg', async () => {
    process.env.SECRET_OF_THE_SERVER = 'sesame'
    const server = await openRtsp()
    const viewer = Viewer.of(withPassword(server.address()), 'rtsp', { ffmpeg, every })
    await viewer.frame(1)
    const [pid = 0] = started()
    const seen = commandLine(pid)
    await viewer.close()
    delete process.env.SECRET_OF_THE_SERVER
    expect(seen.line).toContain('-protocol_whitelist pipe')
    expect(`${seen.line} ${seen.environment}`).not.toMatch(/anna|sesame|127\.0\.0\.1|rtsp/)
    expect(seen.environment).toContain('PATH=')
  })

  test('no ffmpeg when the server is killed', async () => {
    const server = await openRtsp()
    const program = fileURLToPath(new URL('./testing/watching-process.ts', import.meta.url))
    const runner = fileURLToPath(new URL('../../../../scripts/run-ts.mjs', import.meta.url))
    const child = spawn(
      process.execPath,
      [runner, program, server.address().href, ffmpeg, JSON.stringify(loopbackAllowed)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
    expect(line).toBe('a picture came')
    const [pid = 0, ...more] = children(child.pid)
    expect([commandLine(pid).line.startsWith(ffmpeg), more]).toEqual([true, []])
    const gone = once(child, 'close')
    child.kill('SIGKILL')
    await gone
    await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false)
  })
}

// Only /proc shows the processes.
if (process.platform === 'linux') describe('What a camera leaves behind [D35]', processTests)
