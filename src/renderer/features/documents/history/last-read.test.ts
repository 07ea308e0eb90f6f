import { afterEach, beforeEach, expect, test } from 'vitest'
import { catchUp, type UnreadDocument } from '#shared/contract/documents/catch-up'
import { listPageThreads, type PageThread } from '#shared/contract/documents/page-comments'
import { listVersions, readVersion, type Version } from '#shared/contract/documents/versions'
import { apiError } from '#shared/errors'
import { useCopiesShown } from '../../../platform/copies-shown'
import { startLive } from '../../../platform/live'
import { offlineCopies } from '../../../platform/offline-copies'
import { endSession } from '../../../platform/session'
import { resetOrganisation } from '../../../platform/store'
import { MemoryCopies } from '../../../platform/test-copies'
import { FakeEnvironment, settled } from '../../../platform/test-environment'
import { serve, signInAs, withServer } from '../../../platform/test-server'
import { rereadCatchUp, useCatchUp } from '../catch-up/store'
import { documentCopy } from '../last-read'
import { useThreads } from '../pages/comments/threads'
import { useVersions } from './versions'

withServer()
let storage: MemoryCopies
let environment: FakeEnvironment
let stop: () => void
const at = '2026-11-20T09:00:00.000Z'
const version: Version = {
  ...{ version: 3, created_at: at, created_by: null, authors: [], name: null, origin: 'person', restored_from: null },
  ...{ added: 1, removed: 0 },
}
const text = { ...version, content: 'Lights on', before: null }
const thread: PageThread = {
  ...{ thread_id: 1, doc_id: 5, passage: { begins_at: 'AAAA', ends_at: 'AAAA' }, quote: 'Lights', created_at: at },
  ...{ resolved_at: null, resolved_by: null, comments: [] },
}
const missed: UnreadDocument = {
  ...{ doc_id: 5, doc_name: 'Opening list', document_type: 'document', since: at, written_at: at },
  ...{ written_by: null, count: 0, logs: [] },
}

beforeEach(() => {
  storage = new MemoryCopies()
  environment = new FakeEnvironment()
  offlineCopies.keepIn(storage)
  signInAs(7, { organizationId: 3 })
  answer()
  stop = startLive(environment)
})
afterEach(() => {
  stop()
  endSession()
  offlineCopies.keepIn(null)
})

function answer(): void {
  serve(listVersions, [version])
  serve(readVersion, text)
  serve(listPageThreads, [thread])
  serve(catchUp, [missed])
}
const shown = () => Object.keys(useCopiesShown.getState().shown).sort()
const threads = { doc_id: 5, is_resolved: false }

async function read(): Promise<void> {
  await useVersions.getState().load(5)
  await useVersions.getState().read(5, 3)
  await useThreads.getState().load(threads)
  await useCatchUp.getState().load()
}

/** Reads everything, then simulates a reload without a server. */
async function readThenReload(): Promise<void> {
  await read()
  await offlineCopies.flush()
  resetOrganisation()
  for (const endpoint of [listVersions, readVersion, listPageThreads, catchUp]) serve(endpoint, () => Response.error())
}
const parts = ['document.5.threads', 'document.5.version.3', 'document.5.versions']

test('Versions, one of them, the comments on a page and what was missed stay readable without the server', async () => {
  await readThenReload()
  await read()
  expect(useVersions.getState().histories[5]).toMatchObject({ status: 'ready', items: [version], next: null })
  expect(useVersions.getState().texts['5.3']).toEqual({ status: 'ready', version: text })
  expect(useThreads.getState().lists['5 open']?.items).toEqual([thread])
  expect(useCatchUp.getState().items).toEqual([missed])
  expect(shown()).toEqual(['catch-up', ...parts])
})

test('The strip does not say any more that they are copies once the server is back, also where they were left', async () => {
  await readThenReload()
  await read()
  answer()
  environment.latest.accept()
  environment.latest.emit({ event: 'ready', seq: 10 })
  await expect.poll(shown).toEqual(['catch-up'])
  await rereadCatchUp()
  expect(shown()).toEqual([])
})

test('They leave the device with their document, and what was missed where it is refused', async () => {
  await readThenReload()
  expect(storage.names.sort()).toEqual(['7.3 catch-up', ...parts.map(name => `7.3 ${name}`)])
  await offlineCopies.drop(documentCopy(5))
  serve(catchUp, apiError('organization.not_member'))
  await rereadCatchUp()
  await settled()
  expect(storage.names).toEqual([])
})
