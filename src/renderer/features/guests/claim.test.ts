import '../../platform/test-indexed-db'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startUpload } from '#shared/contract/attachments/endpoints'
import { convertGuestRecording, registerGuest } from '#shared/contract/guests/endpoints'
import { apiError } from '#shared/errors'
import { eventually } from '#shared/testing/eventually'
import { readDraft, writeDraft } from '../../platform/drafts'
import { guestAccount, useGuest } from '../../platform/guest'
import { mutationDatabase } from '../../platform/mutation-queue/database'
import type { Mutation } from '../../platform/mutation-queue/mutation'
import { TestTab } from '../../platform/mutation-queue/test-browser'
import { endSession, useSession } from '../../platform/session'
import { settled } from '../../platform/test-environment'
import { withEnglish } from '../../platform/test-page'
import { type Received, serve, signInAs, withServer } from '../../platform/test-server'
import { toast } from '../../ui/toast'
import { leaveUploads, useUploadStore } from '../attachments/store'
import { earlierVersionKept } from '../attachments/test-stored'
import { guests } from './feature'
import { useGuestEntry } from './store'
import { batchId, beGuest, guest } from './test-guests'

withServer()
withEnglish('guests', 'meetings')
const second = '00000000-0000-4000-8000-000000000901'
const toasts = {
  success: vi.spyOn(toast, 'success'),
  failure: vi.spyOn(toast, 'failure'),
  info: vi.spyOn(toast, 'info'),
}
let tab: TestTab
let converted: Received[]

const note = (doc_id: number) => ({
  ...{ doc_id, document_name: 'Monday call', document_description: null, document_type: 'diarization' as const },
  ...{ content: '', version: 1, prompt: null, read_only: false, access: 'private' as const, branch_id: null },
  ...{ createdby: null, createdat: guest.expires_at, updatedby: null, updatedat: guest.expires_at },
  ...{ is_pinned: false, file_attachments: [], logs: [], log_id: null, graphs: [], summary: null },
})

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  tab = new TestTab()
  converted = serve(convertGuestRecording, ({ body }) => note(body.batch_id === batchId ? 41 : 42))
  location.hash = '#/intro'
})
afterEach(() => {
  tab.close()
  endSession()
  leaveUploads()
  useGuest.getState().erase()
  localStorage.clear()
  location.hash = ''
  for (const mock of Object.values(toasts)) mock.mockClear()
})
guests.start?.()

const signIn = () => signInAs(7, { organizationId: 3 })
/** Lets all pending promises and local answers settle. */
async function calm() {
  for (let turn = 0; turn < 60; turn += 1) await settled()
}
const isErased = () => eventually(() => expect(useGuest.getState().guestId).toBeNull())

describe('Somebody who signs in where a guest has recorded something [1.5b, D40, D42]', () => {
  test('finds it as a note in their workspace, and nothing of the guest stays on the device', async () => {
    beGuest(second, batchId)
    writeDraft('mate.question', 'What did we')
    signIn()
    await isErased()
    expect(converted.map(({ body }) => body.batch_id)).toEqual([second, batchId])
    expect(converted[0]?.body).toMatchObject({ guest_token: guest.guest_token, organization_id: 3, user_id: 7 })
    expect(converted[0]?.headers.get('authorization')).toMatch(/^Bearer /)
    expect(location.hash).toBe('#/docs/41')
    expect(toasts.success).toHaveBeenCalledWith('Your 2 recordings are in your logbooks now', expect.anything())
    endSession()
    expect(readDraft('mate.question')).toBeUndefined()
    expect(localStorage.getItem('app')).not.toContain(guest.guest_token)
  })

  test('without a workspace takes it along once they are in one', async () => {
    beGuest(batchId)
    signInAs(7)
    await calm()
    expect(converted).toHaveLength(0)
    useSession.getState().choose(9)
    await isErased()
    expect(converted[0]?.body.organization_id).toBe(9)
  })

  test('can leave it behind', async () => {
    beGuest(batchId)
    useGuest.getState().takeAlong(false)
    signIn()
    await calm()
    expect(converted).toHaveLength(0)
    expect(useGuest.getState().batchIds).toEqual([batchId])
  })

  test('without a recording sees nothing about it, and the guest is forgotten', async () => {
    beGuest()
    signIn()
    await isErased()
    expect(location.hash).toBe('#/intro')
    expect(toasts.success).not.toHaveBeenCalled()
  })

  test('from the guest’s page succeeds too, although that page sends no signed-in calls [8.1]', async () => {
    location.hash = '#/chat-guest'
    beGuest(batchId)
    signIn()
    await isErased()
    expect(location.hash).toBe('#/docs/41')
  })
})

describe('A recording that cannot be transferred', () => {
  test('stays, and can be tried again', async () => {
    converted = serve(convertGuestRecording, apiError('server.error'))
    beGuest(batchId)
    signIn()
    await eventually(() => expect(toasts.failure).toHaveBeenCalled())
    expect(toasts.failure).toHaveBeenCalledWith('Your recording has not been transferred yet', expect.anything())
    expect(useGuest.getState()).toMatchObject({ guestId: guest.guest_id, batchIds: [batchId] })
    expect(location.hash).toBe('#/intro')
    serve(convertGuestRecording, note(41))
    toasts.failure.mock.calls[0]?.[1]?.action?.onPress()
    await isErased()
    expect(location.hash).toBe('#/docs/41')
  })

  test('because the day is over says so once', async () => {
    serve(convertGuestRecording, apiError('guest.not_found'))
    beGuest(batchId)
    signIn()
    await isErased()
    expect(toasts.failure).toHaveBeenCalledWith('Your recording could not be transferred', {
      text: 'This recording is no longer here. Guest uploads are kept for 24 hours.',
    })
    expect(location.hash).toBe('#/intro')
  })

  test('stays with the guest if the person was signed out meanwhile', async () => {
    serve(convertGuestRecording, () => {
      endSession()
      return apiError('session.required')
    })
    beGuest(batchId)
    signIn()
    await eventually(() => expect(useSession.getState().userId).toBeNull())
    await calm()
    expect(useGuest.getState().batchIds).toEqual([batchId])
    expect(toasts.failure).not.toHaveBeenCalled()
  })
})

const unsent = {
  ...{ id: 'one', account: guestAccount(guest.guest_id), place: 'guest', type: 'audio/wav' },
  ...{ file_id: batchId, batch_id: batchId },
}
const keptFor = async (account: string) => (await mutationDatabase().of(account)).map(kept => (kept as Mutation).id)

test('an unfinished upload waits for the person on the page for meetings, and is sent again', async () => {
  const started = serve(startUpload, () => Response.error())
  await earlierVersionKept(unsent)
  await earlierVersionKept({ ...unsent, id: 'two', state: 'done', done_at: 2 })
  beGuest()
  signIn()
  await isErased()
  await eventually(() => expect(started.length).toBeGreaterThan(0))
  expect(started[0]?.body).toMatchObject({ file_name: 'long.wav', user_id: 7 })
  expect(useUploadStore.getState().uploads.map(upload => upload.place)).toEqual(['meeting'])
  expect(await keptFor('7.3')).toEqual(['one'])
  expect(await keptFor(guestAccount(guest.guest_id))).toEqual([])
  expect(toasts.info).toHaveBeenCalledWith(
    expect.stringContaining('1 file has not been uploaded yet.'),
    expect.anything(),
  )
})

test('an upload unfinished when the guest’s day was over is sent again by the next guest', async () => {
  const started = serve(startUpload, () => Response.error())
  const next = { ...guest, guest_id: '0622c69b-6024-4d6c-aebd-00fb755b72b2' }
  serve(registerGuest, next)
  await earlierVersionKept(unsent)
  beGuest()
  useGuest.getState().end(guest.guest_id)
  await useGuestEntry.getState().enter()
  await eventually(() => expect(started.length).toBeGreaterThan(0))
  expect(started[0]?.body).toMatchObject({ file_name: 'long.wav', guest_id: next.guest_id })
  expect(await keptFor(guestAccount(next.guest_id))).toEqual(['one'])
})

test('an upload unfinished when the guest’s day was over belongs to the person who signs in then', async () => {
  serve(startUpload, () => Response.error())
  await earlierVersionKept(unsent)
  beGuest(batchId)
  useGuest.getState().end(guest.guest_id)
  signIn()
  await eventually(() => expect(useGuest.getState().formerId).toBeNull())
  expect(converted).toHaveLength(0)
  expect(await keptFor('7.3')).toEqual(['one'])
})
