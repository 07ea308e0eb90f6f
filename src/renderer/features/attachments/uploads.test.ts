import '../../platform/test-indexed-db'
import { waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { type IDBPDatabase, openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startUpload } from '#shared/contract/attachments/endpoints'
import { attachments } from '#shared/contract/attachments/limits'
import { log as logLimits } from '#shared/contract/logs/limits'
import { apiError } from '#shared/errors'
import { expectPrinted } from '#shared/testing/console'
import { database } from '../../platform/mutation-queue/erase'
import { TestTab } from '../../platform/mutation-queue/test-browser'
import { endSession, useSession } from '../../platform/session'
import { settled } from '../../platform/test-environment'
import { laterPlease, serve, signInAs, withServer } from '../../platform/test-server'
import { chosen, fileId, UploadServer } from '../../platform/test-uploads'
import {
  addUploads,
  fileIdsOf,
  leaveUploads,
  moveUploads,
  releaseUploads,
  restoreUploads,
  runUploads,
  useUploadStore,
} from './store'
import { fileErrorOf } from './upload'

withServer()
const place = 'log.3'
const runner = runUploads()
let tab: TestTab
let server: UploadServer

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  signInAs(7, { organizationId: 4 })
  server = new UploadServer()
  tab = new TestTab()
})
afterEach(() => {
  tab.close()
  endSession()
  leaveUploads()
  localStorage.clear()
})

const uploads = () => useUploadStore.getState().uploads
const named = (name: string) => uploads().find(upload => upload.name === name)
const add = (...files: File[]) => addUploads(place, files)
const becomes = (name: string, state: string) => waitFor(() => expect(named(name)?.state).toBe(state))
/** Simulates a reload: what the device keeps survives, what is in memory does not. */
async function reload(elsewhere: readonly string[] = []): Promise<void> {
  tab.close()
  leaveUploads()
  const { clock } = tab
  tab = new TestTab(clock)
  for (const id of elsewhere) tab.elsewhere.set(id, () => undefined)
  await restoreUploads()
}
/** Looks into what this device keeps. */
async function withKept<T>(look: (base: IDBPDatabase) => Promise<T>): Promise<T> {
  const base = await openDB(database)
  return look(base).finally(() => base.close())
}
/** How many uploads, and how many parts of them, this device keeps. */
const kept = () => withKept(async base => [await base.count('mutations'), await base.count('parts')])

describe('A file that was chosen [D23]', () => {
  test('is sent in parts, three at a time, and is one file at the server', async () => {
    add(chosen('bay.mp4', 5))
    await becomes('bay.mp4', 'done')
    expect([...server.arrived].sort()).toEqual([1, 2, 3, 4, 5].map(part => `bay.mp4/${part}`))
    expect(server.contentOf('bay.mp4')).toBe(await chosen('bay.mp4', 5).text())
    expect(server.mostUnderWay).toBe(3)
    expect(named('bay.mp4')).toMatchObject({ file_id: fileId(1), sent: named('bay.mp4')?.size })
  })

  test('shares the three parallel requests with other files', async () => {
    add(chosen('a.txt', 4), chosen('b.txt', 4))
    await becomes('a.txt', 'done')
    await becomes('b.txt', 'done')
    expect(server.mostUnderWay).toBe(3)
    expect(fileIdsOf(uploads().map(upload => upload.id))).toHaveLength(2)
  })

  test.each([
    ['empty.txt', new File([], 'empty.txt'), 'attachment.empty'],
    ['film.mp4', large('film.mp4', attachments.bytes + 1, 'video/mp4'), 'attachment.too_large'],
    ['talk.mp3', large('talk.mp3', attachments.audioBytes + 1, 'audio/mpeg'), 'attachment.too_large'],
  ])('that would be refused shows the reason before anything is sent: %s', async (name, file, code) => {
    add(file)
    expect(named(name)).toMatchObject({ state: 'failed', failure: { code } })
    await settled()
    expect(server.started).toBe(0)
  })

  test('may be larger when it is audio', () => {
    const talk = { name: 'talk.m4a', type: '', size: attachments.audioBytes }
    expect(fileErrorOf(talk)).toBeNull()
    expect(fileErrorOf({ ...talk, name: 'talk.zip' })).toBe('attachment.too_large')
  })

  test('is one of twelve at most in a log; others are left out and counted [D19]', () => {
    const many = Array.from({ length: logLimits.files + 2 }, (_, index) => chosen(`${index}.txt`))
    expect(add(...many)).toBe(2)
    expect(uploads()).toHaveLength(logLimits.files)
  })

  test('that the server refuses says why, and stays so', async () => {
    server.refusesToFinish = apiError('attachment.not_readable')
    add(chosen('torn.jpg'))
    await becomes('torn.jpg', 'failed')
    expect(named('torn.jpg')?.failure).toMatchObject({ code: 'attachment.not_readable' })
  })

  test('that was removed is removed here and at the server', async () => {
    server.cutAfter = 0
    add(chosen('wrong.txt', 2))
    await waitFor(() => expect(named('wrong.txt')?.failure).not.toBeNull())
    runner.remove(named('wrong.txt')?.id ?? '')
    await waitFor(() => expect(server.cancelled).toEqual([fileId(1)]))
    await waitFor(async () => expect(await kept()).toEqual([0, 0]))
    expect(uploads()).toEqual([])
  })
})

describe('When the network is cut', () => {
  test('a file is retried with growing pauses, and continues with the missing parts', async () => {
    server.cutAfter = 2
    add(chosen('bay.mp4', 5))
    await waitFor(() =>
      expect(named('bay.mp4')).toMatchObject({ state: 'waiting', failure: { code: 'network.failed' } }),
    )
    const before = server.arrived.length
    await tab.clock.pass(999)
    expect(named('bay.mp4')?.failure).not.toBeNull()
    server.mend()
    await tab.clock.pass(1)
    await becomes('bay.mp4', 'done')
    expect(before).toBe(2)
    expect(server.arrived).toHaveLength(5)
    expect(server.started).toBe(1)
  })

  test('it goes on at once when the network is back', async () => {
    server.cutAfter = 0
    add(chosen('a.txt'))
    await waitFor(() => expect(named('a.txt')?.failure).not.toBeNull())
    server.mend()
    tab.reconnect()
    await becomes('a.txt', 'done')
  })

  test('a server that asks for time gets it', async () => {
    const after = vi.spyOn(tab.clock, 'after')
    serve(startUpload, laterPlease(429, 20))
    add(chosen('a.txt'))
    await waitFor(() => expect(after).toHaveBeenCalled())
    expect(named('a.txt')).toMatchObject({ state: 'waiting', failure: { code: 'request.too_many' } })
    expect(after.mock.lastCall?.[0]).toBeGreaterThanOrEqual(20_000)
    server = new UploadServer()
    await tab.clock.pass(22_000)
    await becomes('a.txt', 'done')
  })

  test('a lost final answer is requested again, and the file exists once', async () => {
    server.losesAnswer = true
    add(chosen('a.txt', 2))
    await waitFor(() => expect(named('a.txt')?.failure).not.toBeNull())
    await reload()
    server.mend()
    await becomes('a.txt', 'done')
    expect([server.started, server.arrived.length]).toEqual([1, 2])
  })

  test('an upload that the server no longer knows starts again', async () => {
    server.cutAfter = 1
    add(chosen('a.txt', 3))
    await waitFor(() => expect(named('a.txt')?.failure).not.toBeNull())
    server.uploads.clear()
    server.mend()
    tab.reconnect()
    await becomes('a.txt', 'done')
    expect(server.started).toBe(2)
    expect(server.contentOf('a.txt')).toBe(await chosen('a.txt', 3).text())
  })
})

describe('The person', () => {
  test('pauses a file and resumes it; what arrived is not sent again', async () => {
    server.cutAfter = 2
    add(chosen('bay.mp4', 6))
    await waitFor(() => expect(named('bay.mp4')?.failure).not.toBeNull())
    const { id = '' } = named('bay.mp4') ?? {}
    runner.pause(id)
    server.mend()
    await tab.clock.pass(60_000)
    expect(named('bay.mp4')).toMatchObject({ state: 'paused', failure: null })
    expect(server.arrived).toHaveLength(2)
    runner.resume(id)
    await becomes('bay.mp4', 'done')
    expect(server.arrived).toHaveLength(6)
  })

  test('finds a paused file paused after a reload', async () => {
    server.cutAfter = 1
    add(chosen('bay.mp4', 3))
    await waitFor(() => expect(named('bay.mp4')).toMatchObject({ isKept: true, failure: { code: 'network.failed' } }))
    runner.pause(named('bay.mp4')?.id ?? '')
    await settled()
    server.mend()
    await reload()
    await becomes('bay.mp4', 'paused')
    expect(server.arrived).toHaveLength(1)
    runner.resume(named('bay.mp4')?.id ?? '')
    await becomes('bay.mp4', 'done')
    expect(server.arrived).toHaveLength(3)
  })
})

describe('After a reload', () => {
  test('a file continues from what this device kept and what the server has', async () => {
    server.cutAfter = 2
    add(chosen('bay.mp4', 5))
    await waitFor(() => expect(named('bay.mp4')).toMatchObject({ isKept: true, failure: { code: 'network.failed' } }))
    server.mend()
    await reload()
    await becomes('bay.mp4', 'done')
    expect([server.started, server.arrived.length]).toEqual([1, 5])
    expect(server.contentOf('bay.mp4')).toBe(await chosen('bay.mp4', 5).text())
  })

  test('files appear in the place and order in which they were chosen, uploaded ones included', async () => {
    add(chosen('b.txt'), chosen('a.txt'))
    await becomes('a.txt', 'done')
    await becomes('b.txt', 'done')
    await waitFor(async () => expect(await kept()).toEqual([2, 0]))
    moveUploads([named('b.txt')?.id ?? ''], 'log.outbox.x')
    await settled()
    await reload()
    await waitFor(() => expect(uploads().map(upload => upload.state)).toEqual(['done', 'done']))
    expect(uploads().map(upload => [upload.name, upload.place])).toEqual([
      ['b.txt', 'log.outbox.x'],
      ['a.txt', place],
    ])
    expect(fileIdsOf(uploads().map(upload => upload.id))).toEqual([fileId(1), fileId(2)])
  })

  test('nothing is left of a file that belongs to something', async () => {
    add(chosen('a.txt'))
    await becomes('a.txt', 'done')
    releaseUploads(uploads().map(upload => upload.id))
    await waitFor(async () => expect(await kept()).toEqual([0, 0]))
    await reload()
    expect(uploads()).toEqual([])
    expect(server.cancelled).toEqual([])
  })

  test('one that was done more than a day ago is gone from the server, and says so', async () => {
    add(chosen('a.txt'))
    await becomes('a.txt', 'done')
    await settled()
    await tab.clock.pass(attachments.kept + 1)
    await reload()
    await waitFor(() => expect(named('a.txt')).toMatchObject({ state: 'failed', failure: { code: 'files.gone' } }))
  })

  test('one that was not kept as a whole has to be chosen again', async () => {
    server.cutAfter = 1
    add(chosen('a.txt', 4))
    await waitFor(() => expect(named('a.txt')).toMatchObject({ isKept: true, failure: { code: 'network.failed' } }))
    await withKept(base => base.delete('parts', [named('a.txt')?.id ?? '', 4]))
    server.mend()
    await reload()
    await waitFor(() => expect(named('a.txt')).toMatchObject({ state: 'failed', failure: { code: 'files.gone' } }))
  })

  test('a file that another tab is sending stays with that tab until it is released', async () => {
    server.cutAfter = 0
    add(chosen('a.txt'))
    await waitFor(() => expect(named('a.txt')).toMatchObject({ isKept: true, failure: { code: 'network.failed' } }))
    const { id = '' } = named('a.txt') ?? {}
    server.mend()
    await reload([id])
    await becomes('a.txt', 'elsewhere')
    await settled()
    expect(server.arrived).toEqual([])
    tab.elsewhere.get(id)?.()
    await becomes('a.txt', 'done')
  })
})

test('The browser asks before the page is left until the bytes of a file are on this device', async () => {
  const isLeft = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  server.cutAfter = 0
  add(chosen('a.txt', 2))
  expect(isLeft()).toBe(false)
  await waitFor(() => expect(named('a.txt')?.isKept).toBe(true))
  expect(isLeft()).toBe(true)
})

test('A device without free space still sends a file, and says that the file does not survive a reload', async () => {
  tab.isFull = true
  server.cutAfter = 0
  add(chosen('a.txt', 2))
  await waitFor(() => expect(named('a.txt')?.isKept).toBe(false))
  server.mend()
  tab.reconnect()
  await becomes('a.txt', 'done')
  expect(await kept()).toEqual([0, 0])
  expectPrinted('What waits to be sent was not stored. {}')
  expectPrinted('A file could not be kept for a reload. {}')
})

describe('Files belong to a person in a workspace [D6]', () => {
  test('in another workspace they are not shown, and wait until this one is opened again', async () => {
    server.cutAfter = 0
    add(chosen('a.txt', 2))
    await waitFor(() => expect(named('a.txt')).toMatchObject({ isKept: true, failure: { code: 'network.failed' } }))
    useSession.getState().choose(5)
    server.mend()
    tab.reconnect()
    await settled()
    expect([uploads(), server.arrived]).toEqual([[], []])
    useSession.getState().choose(4)
    await becomes('a.txt', 'done')
  })

  test('somebody else who signs in sees none of them', async () => {
    server.cutAfter = 0
    add(chosen('a.txt'))
    await waitFor(() => expect(named('a.txt')).toMatchObject({ isKept: true, failure: { code: 'network.failed' } }))
    endSession()
    server.mend()
    signInAs(8, { organizationId: 4 })
    await restoreUploads()
    await settled()
    expect([uploads(), server.arrived]).toEqual([[], []])
  })
})

/** A file that claims a size and holds nothing. */
function large(name: string, size: number, type: string): File {
  return Object.defineProperty(new File(['.'], name, { type }), 'size', { value: size })
}
