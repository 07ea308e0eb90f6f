import '../../platform/test-indexed-db'
import { waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readDraft } from '../../platform/drafts'
import { mutationQueue } from '../../platform/mutation-queue/store'
import { TestTab } from '../../platform/mutation-queue/test-browser'
import { endSession } from '../../platform/session'
import { signInAs, withServer } from '../../platform/test-server'
import { chosen, fileId, UploadServer } from '../../platform/test-uploads'
import { adoptFormerUploads, type FormerUpload } from './former-uploads'
import { leaveUploads, restoreUploads, runUploads, useUploadStore } from './store'
import { formerDatabase, formerUploadsKey } from './stored-uploads'
import { earlierVersionKept } from './test-stored'

withServer()
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

const keep = (file: File, more: Partial<FormerUpload> = {}) =>
  earlierVersionKept({ id: `id of ${file.name}`, ...more }, file)
const uploads = () => useUploadStore.getState().uploads
const states = () => uploads().map(({ name, state }) => `${name} ${state}`)
const databases = async () => (await indexedDB.databases()).map(({ name }) => name)

test('Files that an earlier version left are sent, paused ones stay paused, and done ones stay done', async () => {
  const film = chosen('bay.mp4', 3)
  await keep(film)
  await keep(chosen('later.txt'), { state: 'paused', chosen_at: 2 })
  await keep(chosen('sent.txt'), { state: 'done', file_id: fileId(9), chosen_at: 3, done_at: Date.now() })
  await keep(chosen('of somebody else.txt'), { account: '8.4' })
  await restoreUploads()
  await waitFor(() => expect(states()).toEqual(['bay.mp4 done', 'later.txt paused', 'sent.txt done']))
  expect(server.contentOf('bay.mp4')).toBe(await film.text())
  expect(uploads().map(({ place }) => place)).toEqual(['log.3', 'log.3', 'log.3'])
  runUploads().resume('id of later.txt')
  await waitFor(() => expect(states()).toContain('later.txt done'))
  expect(await databases()).not.toContain(formerDatabase)
  expect(readDraft(formerUploadsKey)).toBeUndefined()
})

test('A page that ends while they are moved leaves the rest for the next one', async () => {
  const film = chosen('bay.mp4', 4)
  await keep(film)
  const { parts } = mutationQueue()
  const { putPart } = parts
  vi.spyOn(parts, 'putPart').mockImplementation((id, part, bytes) =>
    part === 3 ? Promise.reject(new Error('The page ends here.')) : putPart(id, part, bytes),
  )
  await expect(adoptFormerUploads()).rejects.toThrow('The page ends here.')
  expect(await databases()).toContain(formerDatabase)
  const { clock } = tab
  tab.close()
  leaveUploads()
  tab = new TestTab(clock)
  await restoreUploads()
  await waitFor(() => expect(states()).toEqual(['bay.mp4 done']))
  expect(server.contentOf('bay.mp4')).toBe(await film.text())
})

test('A database that a page created while it looked, and could not delete, is deleted by the next one', async () => {
  const left = await openDB(formerDatabase, 1)
  left.close()
  const logged = vi.spyOn(console, 'error')
  await restoreUploads()
  expect(logged).not.toHaveBeenCalled()
  expect(await databases()).not.toContain(formerDatabase)
})

test('Nothing is opened or created where no earlier version left anything', async () => {
  await restoreUploads()
  expect(await databases()).not.toContain(formerDatabase)
})
