import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import { clearDraft } from '../../platform/drafts'
import { mutationQueue } from '../../platform/mutation-queue/store'
import { formerDatabase, formerUploadsKey } from './stored-uploads'
import { laneOf, type UploadInput, uploadKind } from './upload-mutation'

/** An upload as earlier versions kept it. */
export interface FormerUpload {
  id: string
  account: string
  place: string
  name: string
  size: number
  type: string
  file_id: string | null
  batch_id?: string | null
  state: 'open' | 'paused' | 'done'
  chosen_at: number
  done_at: number | null
}

interface Former extends DBSchema {
  uploads: { key: string; value: FormerUpload }
  parts: { key: [id: string, part: number]; value: { id: string; part: number; bytes: ArrayBuffer } }
}

/**
 * Moves files that earlier versions kept on this device into the queue, of all accounts and part by part. A page that
 * ends meanwhile leaves the rest for the next one.
 */
export async function adoptFormerUploads(): Promise<void> {
  const former = await openFormer()
  if (!former) return
  try {
    for (const upload of await former.getAll('uploads')) await move(former, upload)
  } finally {
    former.close()
  }
  await deleteDB(formerDatabase)
  clearDraft(formerUploadsKey)
}

async function move(former: IDBPDatabase<Former>, upload: FormerUpload): Promise<void> {
  const { id, account, state, chosen_at, batch_id = null, ...file } = upload
  const queue = mutationQueue()
  const input: UploadInput = { ...file, batch_id, restarts: 0 }
  await queue.bring({
    ...{ id, account, kind: uploadKind, lane: laneOf(id), input, made_at: chosen_at, tried_at: null },
    state: state === 'open' ? 'waiting' : state,
    ...{ failure: null, failures: 0, due_at: 0, mustRest: false },
  })
  for (const key of await former.getAllKeys('parts', IDBKeyRange.bound([id], [id, []]))) {
    const part = await former.get('parts', key)
    if (part) await queue.parts.putPart(id, part.part, part.bytes)
    await former.delete('parts', key)
  }
  await former.delete('uploads', id)
}

/** Opens the database of earlier versions, or returns null where there is none. */
async function openFormer(): Promise<IDBPDatabase<Former> | null> {
  if (!('indexedDB' in window)) return null
  let isNew = false
  const opened = await openDB<Former>(formerDatabase, 1, {
    upgrade() {
      isNew = true
    },
  })
  // Another page that found nothing may have created it and not deleted it yet, or have ended in between.
  if (!isNew && opened.objectStoreNames.contains('uploads')) return opened
  opened.close()
  await deleteDB(formerDatabase)
  return null
}
