import { join } from 'node:path'
import type { Session } from 'electron'
import { logError } from '../platform/log'

/** What is needed of Electron's `DownloadItem`. */
interface Download {
  getURL(): string
  getFilename(): string
  setSaveDialogOptions(options: { defaultPath: string }): void
  once(event: 'done', listen: (event: unknown, state: 'completed' | 'cancelled' | 'interrupted') => void): unknown
}

interface DownloadParts {
  /** Whether an address is one of the app's own pages. */
  isOwn(address: string): boolean
  /** The folder that the person is offered first. */
  folder(): string
  /** Tells that a file could not be saved. */
  sayFailed(name: string): Promise<unknown>
}

/**
 * Lets the app's own pages save files: exports, attachments, graphs. The person is asked where, each time. Nothing else is saved,
 * and nothing is opened afterwards.
 */
export function handleDownloads(session: Pick<Session, 'on'>, parts: DownloadParts): void {
  session.on('will-download', (event, item) => startDownload(event, item, parts))
}

function startDownload(event: { preventDefault(): void }, item: Download, parts: DownloadParts): void {
  // What a page made itself has an address of its own within the page's.
  if (!parts.isOwn(item.getURL().replace(/^blob:/, ''))) {
    event.preventDefault()
    return
  }
  const name = plainName(item.getFilename())
  item.setSaveDialogOptions({ defaultPath: join(parts.folder(), name) })
  item.once('done', (_, state) => {
    if (state !== 'interrupted') return
    parts.sayFailed(name).catch(cause => logError('A dialog could not be shown.', cause))
  })
}

/** Only the last part of a path, without what leads elsewhere, hides a file, or turns letters around. */
function plainName(said: string): string {
  const last = said.split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .normalize()
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  return plain || 'download'
}
