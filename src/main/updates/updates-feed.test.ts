import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestOptions, request, type Server } from 'node:http'
import Module, { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { basename, join, resolve } from 'node:path'
import { AppImageUpdater } from 'electron-updater'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectPrinted } from '#shared/testing/console'
import { TestClock } from '../platform/test-clock'
import { en } from '../texts/en'
import { followUpdates, lookEvery } from './updates'

const address = 'https://updates.example/wheelhouse'
const file = 'wheelhouse-1.4.0.AppImage'
/** A new version that starts, and ends at once. */
const program = '#!/bin/sh\nexit 0\n'

/** As electron-updater loads it. */
const require = createRequire(import.meta.url)
const electron = require.resolve('electron')

let folder: string
let server: Server
let installed: string
/** What is published, by its path. */
let published: Record<string, string>
let asked: string[]
let quit: (event: object, exitCode: number) => void
let told: { title: string }[]
let clock: TestClock

beforeEach(async () => {
  // Temporary folders may forbid to run programs.
  folder = mkdtempSync(join(resolve('node_modules'), '.updates-'))
  installed = join(folder, 'wheelhouse.AppImage')
  writeFileSync(installed, 'version 1.3.0')
  writeFileSync(join(folder, 'app-update.yml'), 'updaterCacheDirName: wheelhouse\n')
  vi.stubEnv('APPIMAGE', installed)
  vi.stubEnv('XDG_CACHE_HOME', folder)
  Object.assign(process, { resourcesPath: folder })
  published = {}
  asked = []
  told = []
  clock = new TestClock()
  server = createServer(({ url = '' }, response) => {
    const name = basename(new URL(url, address).pathname)
    asked.push(name)
    const body = published[name]
    response.writeHead(body === undefined ? 404 : 200).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const exports = electronOf((server.address() as AddressInfo).port)
  require.cache[electron] = Object.assign(new Module(electron), { exports, loaded: true })
})

afterEach(async () => {
  vi.unstubAllEnvs()
  Object.assign(process, { resourcesPath: undefined })
  delete require.cache[electron]
  server.close()
  await once(server, 'close')
  rmSync(folder, { recursive: true })
})

/** Electron, in version 1.3.0 of the app; its network leads to this port whatever the address. */
function electronOf(port: number) {
  const app = {
    ...{ isPackaged: true, whenReady: async () => undefined, getVersion: () => '1.3.0', getName: () => 'Wheelhouse' },
    once: (_: 'quit', listener: typeof quit) => {
      quit = listener
    },
    getPath: () => folder,
  }
  const net = {
    request: ({ method, headers, path }: RequestOptions) =>
      request({ host: '127.0.0.1', port, agent: false, method, headers, path }),
  }
  return { app, net, session: { fromPartition: () => ({}) } }
}

/** Publishes a version as electron-builder does. */
function publish(version: string, { signed = program } = {}): void {
  const sha512 = createHash('sha512').update(signed).digest('base64')
  const info = [
    `version: ${version}`,
    `files:\n  - url: ${file}\n    sha512: ${sha512}\n    size: ${program.length}`,
    `path: ${file}\nsha512: ${sha512}\nreleaseDate: '2026-11-20T09:00:00.000Z'`,
  ].join('\n')
  const arch = process.arch === 'x64' ? '' : `-${process.arch}`
  const systems: Partial<Record<NodeJS.Platform, string>> = { darwin: '-mac', win32: '' }
  published = { [`latest${systems[process.platform] ?? `-linux${arch}`}.yml`]: info, [file]: program }
}

async function start(): Promise<void> {
  const updater = new AppImageUpdater()
  // The file of these tests has no map of its blocks.
  updater.disableDifferentialDownload = true
  const notify = (notice: { title: string }) => told.push(notice)
  await followUpdates({ load: async () => updater, address, isPackaged: true, clock, texts: () => en, notify })
}

describe('A new version in the folder of the settings', () => {
  test('is downloaded, told to the person and installed when the app quits', async () => {
    publish('1.4.0')
    await start()
    await vi.waitFor(() => expect(told).toMatchObject([{ title: 'Wheelhouse 1.4.0 is ready' }]))
    expect(readFileSync(installed, 'utf8')).toBe('version 1.3.0')
    quit({}, 0)
    expect(readFileSync(installed, 'utf8')).toBe(program)
  })

  test('that is not the file that was published is neither told nor installed', async () => {
    publish('1.4.0', { signed: 'Another program' })
    await start()
    await vi.waitFor(() => expect(asked).toContain(file))
    await vi.waitFor(() =>
      expectPrinted('A new version could not be looked for or installed. sha512 checksum mismatch'),
    )
    expect(told).toEqual([])
    expect(readFileSync(installed, 'utf8')).toBe('version 1.3.0')
  })

  test('that comes while the app runs is found hours later; the same and an older version are not downloaded', async () => {
    for (const version of ['1.3.0', '1.2.0']) {
      publish(version)
      if (version === '1.3.0') await start()
      else await clock.pass(lookEvery)
    }
    expect(asked).not.toContain(file)
    publish('1.4.0')
    await clock.pass(lookEvery)
    await vi.waitFor(() => expect(told).toHaveLength(1))
  })
})
