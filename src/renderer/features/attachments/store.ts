import { useEffect, useMemo } from 'react'
import { log as logLimits } from '#shared/contract/logs/limits'
import { account, onAccountChange } from '../../platform/guest'
import { logError } from '../../platform/log'
import { mutationQueue, useMutations } from '../../platform/mutation-queue/store'
import { createSlice } from '../../platform/store'
import { adoptFormerUploads } from './former-uploads'
import type { Upload } from './upload'
import { Uploads } from './uploads'

/** Files that are being uploaded, or that are uploaded but not attached to anything yet. */
export const useUploadStore = createSlice('uploads', { uploads: [] as Upload[], isRestored: false }, () => ({}), {
  scope: 'account',
})

let restoring: Promise<void> | null = null

const uploads = new Uploads(show)

/** Returns the uploads of this tab. */
export const runUploads = (): Uploads => uploads

function show(): void {
  const now = uploads.list(useMutations.getState().mutations)
  const { uploads: listed } = useUploadStore.getState()
  if (now.length === listed.length && now.every((upload, index) => upload === listed[index])) return
  useUploadStore.setState({ uploads: now })
}

useMutations.subscribe(show)
onAccountChange(() => {
  uploads.leave()
  const wasRestored = restoring !== null
  restoring = null
  useUploadStore.setState({ isRestored: false })
  if (account() !== null && wasRestored) void restoreUploads()
})

/** Resumes once what a reload interrupted. */
export function restoreUploads(): Promise<void> {
  restoring ??= restore()
  return restoring
}

/** Sends what waits for its files, each time that files changed while something does. */
export function sendAfterUploads(isWaiting: () => boolean): void {
  useUploadStore.subscribe((now, before) => {
    if (now.uploads === before.uploads && now.isRestored === before.isRestored) return
    if (isWaiting()) void mutationQueue().run()
  })
}

/** Lets a test leave the page, as in a reload. */
export function leaveUploads(): void {
  uploads.leave()
  restoring = null
  useUploadStore.setState({ uploads: [], isRestored: false })
}

async function restore(): Promise<void> {
  const mine = account()
  await adoptFormerUploads().catch((cause: unknown) => logError('Earlier files could not be read.', cause))
  const queue = mutationQueue()
  queue.register(uploads.kind)
  void queue.open()
  await queue.loaded
  if (account() === mine) useUploadStore.setState({ isRestored: true })
}

/** Lists files under a place and uploads them. Returns how many files exceeded the limit and were left out. */
export function addUploads(place: string, files: readonly File[], max: number = logLimits.files): number {
  const free = Math.max(0, max - useUploadStore.getState().uploads.filter(upload => upload.place === place).length)
  for (const file of files.slice(0, free)) runUploads().add(place, file)
  return Math.max(0, files.length - free)
}

/** The place under which files are listed that are being uploaded to a document. */
export const placeInDocument = (doc_id: number): string => `document.${doc_id}`

/** Uploads a file to a document, whose readers may then read it. Returns the id of the upload. */
export function uploadToDocument(doc_id: number, file: File): string {
  void restoreUploads()
  return runUploads().add(placeInDocument(doc_id), file, doc_id)
}

/**
 * Moves uploads to another place together with what they were chosen for, for example from the composer to a log that
 * is being sent.
 */
export function moveUploads(ids: readonly string[], place: string): void {
  for (const id of ids) runUploads().move(id, place)
}

/** Removes uploads from the list once their files are attached to something. */
export function releaseUploads(ids: readonly string[]): void {
  for (const id of ids) runUploads().release(id)
}

/** Removes all uploads listed under a place. */
export function removeUploadsAt(place: string): void {
  for (const upload of useUploadStore.getState().uploads) if (upload.place === place) runUploads().remove(upload.id)
}

export function removeUpload(id: string): void {
  runUploads().remove(id)
}

/** Takes over unfinished uploads of another account and starts them anew. Returns how many there were. */
export async function adoptUploads(from: string, place: string): Promise<number> {
  await restoreUploads()
  return uploads.takeOver(from, place)
}

export type UploadsState = 'there' | 'busy' | 'stuck' | 'lost'

/**
 * The combined state of several uploads. `there`: all are at the server. `busy`: some are on their way. `stuck`: one
 * needs the person. `lost`: this browser no longer knows one of them.
 */
export function uploadsStateOf(ids: readonly string[]): UploadsState {
  const { uploads: all, isRestored } = useUploadStore.getState()
  const found = ids.map(id => all.find(upload => upload.id === id))
  if (found.some(upload => upload === undefined)) return isRestored ? 'lost' : 'busy'
  if (found.some(upload => upload?.state === 'failed' || upload?.state === 'paused')) return 'stuck'
  return found.every(upload => upload?.state === 'done') ? 'there' : 'busy'
}

/** Returns the ids of the uploaded files, in the order of their uploads. */
export function fileIdsOf(ids: readonly string[]): string[] {
  const { uploads: all } = useUploadStore.getState()
  return ids.flatMap(id => all.find(upload => upload.id === id)?.file_id ?? [])
}

/**
 * Returns the files of a place, such as a composer, in the order in which they were chosen. They survive a reload.
 * `canSend` is false while one of them was refused or has to be chosen again.
 */
export function useUploads(place: string) {
  const all = useUploadStore(state => state.uploads)
  const here = useMemo(() => all.filter(upload => upload.place === place), [all, place])
  useEffect(() => void restoreUploads(), [])
  return {
    ids: here.map(upload => upload.id),
    canSend: here.every(upload => upload.state !== 'failed'),
    add: (files: readonly File[], max?: number) => addUploads(place, files, max),
  }
}
