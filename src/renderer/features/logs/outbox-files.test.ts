import '../../platform/test-indexed-db'
import { fireEvent, waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readLogs, writeLog } from '#shared/contract/logs/endpoints'
import { apiError } from '#shared/errors'
import { mutationQueue, useMutations } from '../../platform/mutation-queue/store'
import { TestTab } from '../../platform/mutation-queue/test-browser'
import { endSession } from '../../platform/session'
import { settled } from '../../platform/test-environment'
import { type Received, serve, signInAs, withServer } from '../../platform/test-server'
import { chosen, fileId, UploadServer } from '../../platform/test-uploads'
import { waitingToasts } from '../../ui/toast-queue'
import { addUploads, leaveUploads, restoreUploads, runUploads, useUploadStore } from '../attachments/store'
import { draftFilesOf, putBack } from './log-draft'
import { filesOf, followOutbox, startOutbox, useOutbox } from './outbox'
import { useTimelines } from './store'
import { logOf, pageFrom } from './test-logs'

withServer()
followOutbox()
let tab: TestTab
let server: UploadServer
let calls: Received[]

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  signInAs(7, { organizationId: 4 })
  server = new UploadServer()
  serve(readLogs, call => pageFrom([], call))
  calls = serve(writeLog, ({ body }) =>
    logOf(calls.length, {
      title: String(body.content),
      client_id: String(body.client_id),
      file_ids: (body.file_ids ?? []) as string[],
    }),
  )
  await useTimelines.getState().open(3, null)
  tab = new TestTab()
  startOutbox()
})
afterEach(() => {
  tab.close()
  endSession()
  leaveUploads()
  localStorage.clear()
})

const outbox = () => useOutbox.getState()
const entries = () => outbox().entries
const uploads = () => useUploadStore.getState().uploads
const attach = (...files: File[]) => {
  addUploads(draftFilesOf(3), files)
  return uploads().map(upload => upload.id)
}
const write = (content: string, ids: readonly string[] = []) => outbox().write(3, { title: '', content, uploads: ids })

describe('A log with files', () => {
  test('waits for them, and is sent with their ids once they are uploaded', async () => {
    server.cutAfter = 1
    const name = write('', attach(chosen('bay.mp4', 4), chosen('note.txt')))
    expect(uploads().map(upload => upload.place)).toEqual([filesOf(name), filesOf(name)])
    await waitFor(() => expect(uploads()[0]?.failure).not.toBeNull())
    expect(entries()).toMatchObject([{ state: 'waiting', tried_at: null }])
    expect(calls).toEqual([])
    server.mend()
    tab.reconnect()
    await waitFor(() => expect(entries()).toEqual([]))
    expect(calls.map(({ body }) => body.file_ids)).toEqual([[fileId(1), fileId(2)]])
    expect(uploads()).toEqual([])
    await waitFor(() => expect(useMutations.getState().mutations).toEqual([]))
    expect(useTimelines.getState().timelines[3]?.logs).toMatchObject([{ file_ids: [fileId(1), fileId(2)] }])
  })

  test('holds up no other log', async () => {
    server.cutAfter = 0
    write('With a film', attach(chosen('bay.mp4')))
    write('Words only')
    await waitFor(() => expect(entries()).toMatchObject([{ content: 'With a film' }]))
    expect(calls.map(({ body }) => [body.content, body.file_ids])).toEqual([['Words only', undefined]])
  })

  test('is sent after a reload during an upload', async () => {
    server.cutAfter = 1
    write('Over a reload', attach(chosen('bay.mp4', 4)))
    await waitFor(() => expect(uploads()[0]).toMatchObject({ isKept: true, failure: { code: 'network.failed' } }))
    fireEvent(window, new Event('pagehide'))
    tab.close()
    leaveUploads()
    server.mend()
    tab = new TestTab()
    startOutbox()
    await waitFor(() => expect(calls.map(({ body }) => body.file_ids)).toEqual([[fileId(1)]]))
    expect(server.contentOf('bay.mp4')).toBe(await chosen('bay.mp4', 4).text())
    await waitFor(() => expect(entries()).toEqual([]))
  })

  test('whose files this browser has lost says so instead of waiting forever', async () => {
    server.cutAfter = 0
    write('Lost', attach(chosen('a.txt')))
    await waitFor(() => expect(uploads()[0]?.isKept).toBe(true))
    const { id = '' } = uploads()[0] ?? {}
    leaveUploads()
    await mutationQueue().discard(id)
    await restoreUploads()
    await waitFor(() =>
      expect(entries()).toMatchObject([{ state: 'failed', failure: { code: 'logbooks.files_lost' } }]),
    )
    expect(calls).toEqual([])
  })

  test('that was refused keeps its files, and sends the same ones again', async () => {
    const answers = [apiError('document.read_only')]
    const tried = serve(writeLog, ({ body }) => answers.pop() ?? logOf(1, { client_id: String(body.client_id) }))
    const name = write('Kept', attach(chosen('a.txt')))
    await waitFor(() => expect(entries()).toMatchObject([{ state: 'failed' }]))
    expect(uploads()).toHaveLength(1)
    await outbox().retry(name)
    await waitFor(() => expect(entries()).toEqual([]))
    expect(tried.map(({ body }) => body.file_ids)).toEqual([[fileId(1)], [fileId(1)]])
  })

  test('returns to the composer with them on Edit, and removes them on Discard', async () => {
    server.cutAfter = 0
    const name = write('Edit me', attach(chosen('a.txt')))
    const [entry] = entries()
    if (entry) putBack(3, entry)
    outbox().discard(name)
    expect(uploads().map(upload => upload.place)).toEqual([draftFilesOf(3)])
    const again = write(
      'Discard me',
      uploads().map(upload => upload.id),
    )
    outbox().discard(again)
    expect(uploads()).toEqual([])
    await waitFor(() => expect(useMutations.getState().mutations).toEqual([]))
  })

  test('keeps them until its discarding can no longer be taken back', async () => {
    server.cutAfter = 0
    const name = write('Discard me', attach(chosen('a.txt')))
    outbox().discardWithUndo(name, 'Log discarded')
    expect(entries()).toEqual([])
    expect(uploads()).toHaveLength(1)
    const [notice] = waitingToasts()
    notice?.action?.onPress()
    await waitFor(() => expect(entries()).toMatchObject([{ client_id: name, content: 'Discard me' }]))
    outbox().discardWithUndo(name, 'Log discarded')
    waitingToasts().at(-1)?.onClose?.()
    expect(entries()).toEqual([])
    expect(uploads()).toEqual([])
    await waitFor(() => expect(useMutations.getState().mutations).toEqual([]))
  })

  test('without text disappears when its last file is removed, and is sent without the file otherwise', async () => {
    server.cutAfter = 0
    const ids = attach(chosen('a.txt'))
    const name = write('', ids)
    runUploads().remove(ids[0] ?? '')
    outbox().without(name, ids[0] ?? '')
    expect(entries()).toEqual([])
    const others = attach(chosen('b.txt'))
    const kept = write('Words stay', others)
    runUploads().remove(others[0] ?? '')
    outbox().without(kept, others[0] ?? '')
    await settled()
    await waitFor(() =>
      expect(calls.map(({ body }) => [body.content, body.file_ids])).toEqual([['Words stay', undefined]]),
    )
  })
})
