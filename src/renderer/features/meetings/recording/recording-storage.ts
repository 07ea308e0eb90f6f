import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { DocumentAccess } from '#shared/contract/documents/endpoints'

/** One file of a recording, from opening the microphone to closing it. */
export interface RecordingSegment {
  /** The MIME type that the browser's recorder reports. */
  type: string
  /** `pieces`: how many were recorded. `confirmed`: how many of them, from the first, the server has. */
  pieces: number
  confirmed: number
  /** Confirmed parts of the upload. */
  parts: number
  /** How many pieces, from the first, were deleted here to make room after the server confirmed them. */
  dropped: number
  seconds: number
  /** No more sound is added. */
  isClosed: boolean
  file_id: string | null
  /** The server has turned the upload into a file. */
  isFile: boolean
}

/** The stored state of a recording, which survives its page. */
export interface RecordingMeta {
  id: string
  /** The person and workspace, or the guest, so that other users of this browser never see it. */
  account: string
  name: string
  access: DocumentAccess
  branch_id: number | null
  /** Milliseconds since the epoch. */
  started_at: number
  /**
   * What the files of a recording share at the server, once it has one of them. Missing in records of older versions.
   */
  batch_id?: string | null
  /** Whether its live captions are on; undefined where there are none, and in records of older versions. */
  captions?: boolean
  /** The document in which others read the live captions, once there is one. */
  live_doc_id?: number | null
  takes: RecordingSegment[]
  /** The person stopped it, and only the upload remains. */
  isWhole: boolean
}

/** Stores recordings on this device piece by piece. Every method rejects where there is no room or no storage. */
export interface RecordingStorage {
  of(account: string): Promise<RecordingMeta[]>
  put(meta: RecordingMeta): Promise<void>
  /** Stores a piece and the state of its recording together, or neither. */
  add(meta: RecordingMeta, take: number, index: number, bytes: ArrayBuffer): Promise<void>
  piece(id: string, take: number, index: number): Promise<ArrayBuffer | null>
  /** Deletes the pieces of a segment below an index, to make room. */
  drop(meta: RecordingMeta, take: number, below: number): Promise<void>
  remove(id: string): Promise<void>
}

type PieceKey = [id: string, take: number, index: number]

interface Schema extends DBSchema {
  reels: { key: string; value: RecordingMeta }
  pieces: { key: PieceKey; value: { id: string; take: number; index: number; bytes: ArrayBuffer } }
}

const database = 'wheelhouse.meetings'

export function browserRecordingStorage(): RecordingStorage {
  let opened: Promise<IDBPDatabase<Schema>> | null = null

  function open(): Promise<IDBPDatabase<Schema>> {
    opened ??= openDB<Schema>(database, 1, {
      upgrade(base) {
        base.createObjectStore('reels', { keyPath: 'id' })
        base.createObjectStore('pieces', { keyPath: ['id', 'take', 'index'] })
      },
      terminated() {
        opened = null
      },
    }).catch((cause: unknown) => {
      opened = null
      throw cause
    })
    return opened
  }

  /** Puts the state of a recording together with a change of its pieces, or neither. */
  async function together(meta: RecordingMeta, change: (pieces: Pieces) => Promise<unknown>): Promise<void> {
    const transaction = (await open()).transaction(['reels', 'pieces'], 'readwrite')
    const changes = [change(transaction.objectStore('pieces')), transaction.objectStore('reels').put(meta)]
    await Promise.all([...changes, transaction.done])
  }

  return {
    async of(account) {
      const all = await (await open()).getAll('reels')
      return all.filter(recordingMeta => recordingMeta.account === account).sort((a, b) => a.started_at - b.started_at)
    },
    async put(meta) {
      await (await open()).put('reels', meta)
    },
    add: (meta, take, index, bytes) => together(meta, pieces => pieces.put({ id: meta.id, take, index, bytes })),
    async piece(id, take, index) {
      return (await (await open()).get('pieces', [id, take, index]))?.bytes ?? null
    },
    drop: (meta, take, below) =>
      together(meta, pieces =>
        pieces.delete(IDBKeyRange.bound([meta.id, take, 0], [meta.id, take, below], false, true)),
      ),
    async remove(id) {
      const transaction = (await open()).transaction(['reels', 'pieces'], 'readwrite')
      const removals = [
        transaction.objectStore('reels').delete(id),
        transaction.objectStore('pieces').delete(IDBKeyRange.bound([id], [id, []])),
      ]
      await Promise.all([...removals, transaction.done])
    },
  }
}

interface Pieces {
  put(piece: Schema['pieces']['value']): Promise<unknown>
  delete(range: IDBKeyRange): Promise<unknown>
}
