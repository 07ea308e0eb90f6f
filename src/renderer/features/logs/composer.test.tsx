import { listGraphs } from '#shared/contract/graphs/endpoints'
import '../../platform/test-indexed-db'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { IDBFactory } from 'fake-indexeddb'
import { createRef } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readLogs, writeLog } from '#shared/contract/logs/endpoints'
import { log as limits } from '#shared/contract/logs/limits'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { apiError } from '#shared/errors'
import { expectPrinted } from '#shared/testing/console'
import { TestTab } from '../../platform/mutation-queue/test-browser'
import { endSession } from '../../platform/session'
import { detailOf } from '../../platform/test-cast'
import { renderPage, withEnglish } from '../../platform/test-page'
import { type Received, serve, signInAs, withServer } from '../../platform/test-server'
import { chosen, fileId, UploadServer } from '../../platform/test-uploads'
import { leaveUploads, useUploadStore } from '../attachments/store'
import { Composer } from './composer'
import { logOf, pageFrom } from './test-logs'

withServer()
withEnglish()
let tab: TestTab
let server: UploadServer
let calls: Received[]

beforeEach(() => {
  serve(listGraphs, [])
  serve(organisationInfo, detailOf())
  signInAs(7, { organizationId: 4 })
  vi.stubGlobal('indexedDB', new IDBFactory())
  tab = new TestTab()
  server = new UploadServer()
  URL.createObjectURL = () => 'blob:preview'
  URL.revokeObjectURL = vi.fn()
  serve(readLogs, call => pageFrom([], call))
  calls = serve(writeLog, ({ body }) => logOf(1, { client_id: String(body.client_id) }))
})
afterEach(() => {
  tab.close()
  endSession()
  leaveUploads()
  localStorage.clear()
})

function open() {
  return renderPage(
    <main>
      <Composer doc_id={3} area={createRef()} takesFocus onClose={() => undefined} onWritten={() => undefined} />
    </main>,
  )
}
const list = () => screen.findByRole('list', { name: 'Attached files' })
const row = async (name: string) => {
  const rows = within(await list()).getAllByRole('listitem')
  return rows.find(element => element.textContent?.includes(name)) ?? expect.fail(`There is no ${name}.`)
}
const choose = (...files: File[]) =>
  userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, files)
const save = () => screen.getByRole('button', { name: 'Save log' })
const held = (files: File[], folders = 0) => ({
  dataTransfer: {
    types: ['Files'],
    files,
    items: files.map((_, index) => ({
      kind: 'file',
      webkitGetAsEntry: () => ({ isDirectory: index >= files.length - folders }),
    })),
  },
})

describe('Files in the composer of logs', () => {
  test('are chosen with a button, show their progress, and are sent with a log without text', async () => {
    server.cutAfter = 1
    const { container } = open()
    expect(save()).toBeDisabled()
    await choose(chosen('bay.mp4', 4), chosen('shelf.jpg', 1, 'image/jpeg'))
    const film = await row('bay.mp4')
    await waitFor(() => expect(film).toHaveTextContent('Waiting for the connection. The upload resumes by itself.'))
    expect(within(film).getByRole('progressbar', { name: 'Upload progress of bay.mp4' })).toHaveAttribute(
      'aria-valuemin',
      '0',
    )
    expect((await axe.run(container, { rules: { region: { enabled: false } } })).violations).toEqual([])
    server.mend()
    act(() => tab.reconnect())
    await waitFor(() => expect(film).toHaveTextContent('3.1 MB'))
    expect(await screen.findByText('All files are attached')).toBeInTheDocument()
    await userEvent.click(save())
    await waitFor(() => expect(calls.map(({ body }) => body.file_ids)).toHaveLength(1))
    expect(calls[0]?.body).toMatchObject({ content: '', file_ids: [fileId(1), fileId(2)] })
    expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull()
  })

  test('can be dropped on the pane, which shows the target; folders are reported', async () => {
    open()
    const files = [chosen('a.txt'), chosen('b.txt'), chosen('Folder')]
    fireEvent.dragEnter(screen.getByRole('main'), held(files))
    expect(screen.getByText('Drop files here to attach them')).toBeVisible()
    fireEvent.drop(screen.getByRole('main'), held(files, 1))
    expect(within(await list()).getAllByRole('listitem')).toHaveLength(2)
    expect(screen.getByRole('alert')).toHaveTextContent('Folders cannot be attached.')
    expect(screen.queryByText('Drop files here to attach them')).toBeNull()
  })

  test('that are dropped beside the pane are ignored, and the page stays', async () => {
    open()
    const event = new Event('drop', { bubbles: true, cancelable: true })
    Object.assign(event, held([chosen('a.txt')]))
    fireEvent(document.body, event)
    expect(event.defaultPrevented).toBe(true)
    expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull()
  })

  test('can be pasted; text that comes with a picture of itself stays text', async () => {
    open()
    const area = screen.getByRole('textbox', { name: 'What happened' })
    const clip = { files: [chosen('image.png', 1, 'image/png')] }
    fireEvent.paste(area, { clipboardData: { ...clip, types: ['text/plain', 'Files'] } })
    expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull()
    fireEvent.paste(area, { clipboardData: { ...clip, types: ['Files'] } })
    expect(await row('image.png')).toBeVisible()
  })

  test('beyond twelve are left out, with a message [D19]', async () => {
    server.cutAfter = 0
    open()
    await choose(...Array.from({ length: limits.files + 1 }, (_, index) => chosen(`${index}.txt`)))
    expect(await screen.findByRole('alert')).toHaveTextContent('1 file was left out. A log can hold at most 12.')
  })

  test('can be paused, resumed and removed by name', async () => {
    server.cutAfter = 0
    open()
    await choose(chosen('a.txt', 2))
    const upload = await row('a.txt')
    await userEvent.click(within(upload).getByRole('button', { name: 'Pause a.txt' }))
    expect(upload).toHaveTextContent('Paused at 0 bytes of 1 MB')
    await userEvent.click(within(upload).getByRole('button', { name: 'Resume a.txt' }))
    expect(await within(upload).findByRole('button', { name: 'Pause a.txt' })).toBeVisible()
    await userEvent.click(within(upload).getByRole('button', { name: 'Remove a.txt' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull())
    expect(save()).toBeDisabled()
  })

  test('that were refused say why and keep the log from being sent without them', async () => {
    server.refusesToFinish = apiError('attachment.place_stays')
    open()
    await choose(chosen('shot.heic', 1, 'image/heic'), new File([], 'empty.txt'))
    const shot = await row('shot.heic')
    expect(await within(shot).findByRole('alert')).toHaveTextContent('Save it as JPEG or PNG.')
    expect(within(await row('empty.txt')).getByRole('alert')).toHaveTextContent('This file is empty.')
    expect(within(shot).queryByRole('button', { name: /Try/ })).toBeNull()
    await userEvent.type(screen.getByRole('textbox', { name: 'What happened' }), 'Look')
    await userEvent.click(save())
    expect(await screen.findByText('Some files could not be attached. Try again or remove them.')).toBeVisible()
    expect(calls).toEqual([])
    for (const name of ['shot.heic', 'empty.txt'])
      await userEvent.click(screen.getByRole('button', { name: `Remove ${name}` }))
    await userEvent.click(save())
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]?.body.file_ids).toBeUndefined()
  })

  test('that were refused because of too many unfinished uploads can be tried again', async () => {
    server.refusesToFinish = apiError('upload.too_many')
    open()
    await choose(chosen('a.txt'))
    const upload = await row('a.txt')
    expect(await within(upload).findByRole('alert')).toHaveTextContent('Too many of your uploads are unfinished.')
    server.refusesToFinish = null
    await userEvent.click(within(upload).getByRole('button', { name: 'Try a.txt again' }))
    expect(await screen.findByText('All files are attached')).toBeInTheDocument()
  })

  test('on a full device say that the page has to stay open', async () => {
    tab.isFull = true
    server.cutAfter = 0
    open()
    await choose(chosen('a.txt'))
    await waitFor(async () =>
      expect(await row('a.txt')).toHaveTextContent('Keep this page open until the upload is done.'),
    )
    expectPrinted('What waits to be sent was not stored.')
    expectPrinted('A file could not be kept for a reload.')
  })

  test('survive a reload', async () => {
    server.cutAfter = 0
    const { unmount } = open()
    await choose(chosen('a.txt', 2))
    await waitFor(() => expect(useUploadStore.getState().uploads[0]?.isKept).toBe(true))
    unmount()
    tab.close()
    leaveUploads()
    tab = new TestTab()
    server.mend()
    open()
    expect(await row('a.txt')).toBeVisible()
    expect(await screen.findByText('All files are attached')).toBeInTheDocument()
  })
})
