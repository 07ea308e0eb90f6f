import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endSession, onSessionEnd } from '../../platform/session'
import { settled } from '../../platform/test-environment'
import { signInAs } from '../../platform/test-server'
import { database, eraseStoredUploads } from './stored-uploads'
import { browserUploadStorage, type KeptUpload } from './upload-storage'

/** The parts of IndexedDB that uploads use: what is stored, and what was requested. */
class Databases {
  readonly stored = new Map<string, Map<string, unknown>>()
  readonly bases: { close: () => void; onversionchange: (() => void) | null }[] = []
  readonly requests: string[] = []

  open = (name: string) => {
    this.requests.push(`open ${name}`)
    const isNew = !this.stored.has(name)
    const rows = this.stored.get(name) ?? new Map<string, unknown>()
    this.stored.set(name, rows)
    const base = {
      onversionchange: null,
      close: () => undefined,
      createObjectStore: () => undefined,
      transaction: () => this.#transaction(rows),
    }
    this.bases.push(base)
    const request = { result: base, onupgradeneeded: () => undefined, onsuccess: () => undefined }
    queueMicrotask(() => {
      if (isNew) request.onupgradeneeded()
      request.onsuccess()
    })
    return request
  }

  deleteDatabase = (name: string) => {
    this.requests.push(`delete ${name}`)
    this.stored.delete(name)
  }

  #transaction(rows: Map<string, unknown>) {
    const transaction = { objectStore: () => store, oncomplete: () => undefined }
    const store = {
      getAll: () => ({ result: [...rows.values()] }),
      get: (id: string) => ({ result: rows.get(id) }),
      put: (row: { id: string }) => void rows.set(row.id, row),
      delete: (id: unknown) => void (typeof id === 'string' && rows.delete(id)),
    }
    queueMicrotask(() => transaction.oncomplete())
    return transaction
  }
}

const kept = (id: string): KeptUpload => ({
  ...{ id, account: '7.3', place: 'log.3', name: 'bay.mp4', size: 4, type: 'video/mp4', file_id: null },
  ...{ state: 'open', chosen_at: 1, done_at: null },
})

onSessionEnd(eraseStoredUploads)
let databases: Databases
beforeEach(() => {
  databases = new Databases()
  vi.stubGlobal('indexedDB', databases)
  vi.stubGlobal('IDBKeyRange', { bound: () => ({}) })
  signInAs(7, { organizationId: 3 })
})
afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

describe('Files that are kept on this device', () => {
  test('are erased when the session ends, and what is still under way for them does not bring the database back', async () => {
    const storage = browserUploadStorage()
    await storage.put(kept('a'))
    expect(await storage.find('a')).toMatchObject({ name: 'bay.mp4' })
    endSession()
    await settled()
    expect(databases.requests).toEqual([`open ${database}`, `delete ${database}`])
    // Everything that can come late: a part that was being read, a progress note, the removal of the upload.
    await storage.putPart('a', 2, new ArrayBuffer(1))
    await storage.put(kept('a'))
    await storage.dropParts('a')
    await storage.remove('a')
    expect(await storage.find('a')).toBeNull()
    expect(await storage.part('a', 1)).toBeNull()
    expect(databases.requests).toHaveLength(2)
    expect(databases.stored.size).toBe(0)
  })

  test('of the next person who signs in are kept again', async () => {
    const storage = browserUploadStorage()
    await storage.put(kept('a'))
    endSession()
    signInAs(8, { organizationId: 3 })
    await storage.put({ ...kept('b'), account: '8.3' })
    await storage.put(kept('a'))
    expect((await storage.of('8.3')).map(keptUpload => keptUpload.id)).toEqual(['b'])
    expect(await storage.of('7.3')).toEqual([])
  })

  test('that another tab erases are let go of, and not written again', async () => {
    const storage = browserUploadStorage()
    await storage.put(kept('a'))
    databases.bases[0]?.onversionchange?.()
    databases.deleteDatabase(database)
    await storage.put(kept('a'))
    expect(databases.stored.size).toBe(0)
  })

  test('found after a reload are those of the session as well', async () => {
    await browserUploadStorage().put(kept('a'))
    const storage = browserUploadStorage()
    expect(await storage.of('7.3')).toHaveLength(1)
    endSession()
    await storage.remove('a')
    expect(databases.stored.size).toBe(0)
  })
})
