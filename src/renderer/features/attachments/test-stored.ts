import { openDB } from 'idb'
import { writeDraft } from '../../platform/drafts'
import { mutationQueue } from '../../platform/mutation-queue/store'
import type { FormerUpload } from './former-uploads'
import { formerDatabase, formerUploadsKey } from './stored-uploads'
import { partsOf, spanOf } from './upload'
import { laneOf, type UploadInput, uploadKind } from './upload-mutation'

/** Keeps a file as the version before the queue did: a record, and its parts in a database of their own. */
export async function earlierVersionKept(upload: Partial<FormerUpload> & { id: string }, file?: File): Promise<void> {
  const base = await openDB(formerDatabase, 1, {
    upgrade(former) {
      former.createObjectStore('uploads', { keyPath: 'id' })
      former.createObjectStore('parts', { keyPath: ['id', 'part'] })
    },
  })
  const { id } = upload
  await base.put('uploads', {
    ...{ account: '7.4', place: 'log.3', name: file?.name ?? 'long.wav', size: file?.size ?? 10, type: '' },
    ...{ file_id: null, state: 'open', chosen_at: 1, done_at: null, ...upload },
  })
  for (let part = 1; file && part <= partsOf(file.size); part += 1)
    await base.put('parts', { id, part, bytes: await file.slice(...spanOf(part, file.size)).arrayBuffer() })
  base.close()
  writeDraft(formerUploadsKey, true)
}

/** Lists a file as chosen on an earlier page, at the server or on its way there. */
export function addStored(upload: Partial<UploadInput> & { id: string }, state: 'done' | 'waiting', made_at = 1): void {
  const { id, ...more } = upload
  const input: UploadInput = {
    ...{ place: 'meeting', name: 'morning.mp3', size: 1_000, type: 'audio/mpeg', batch_id: null, restarts: 0 },
    ...{ file_id: null, done_at: Date.now(), ...more },
  }
  void mutationQueue().adopt(uploadKind, laneOf(id), input, { id, made_at, state })
}
