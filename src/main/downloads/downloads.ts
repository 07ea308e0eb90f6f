import { join } from 'node:path'
import type { Session } from 'electron'
import { logError } from '../platform/log'

/** The parts of Electron's `DownloadItem` that are used. */
interface Download {
  getURL(): string
  getFilename(): string
  setSaveDialogOptions(options: { defaultPath: string }): void
  once(event: 'done', listen: (event: unknown, state: 'completed' | 'cancelled' | 'interrupted') => void): unknown
}

interface DownloadParts {
  /** Whether a URL is one of the app's own pages. */
  isOwn(address: string): boolean
  /** The initial folder of the dialog. */
  folder(): string
  /** Reports that a file could not be saved. */
  sayFailed(name: string): Promise<unknown>
}

/**
 * Lets the app's own pages save files: exports, attachments, graphs. The person chooses the location each time. No
 * other page can save files, and nothing is opened afterwards.
 */
export function handleDownloads(session: Pick<Session, 'on'>, parts: DownloadParts): void {
  session.on('will-download', (event, item) => startDownload(event, item, parts))
}

function startDownload(event: { preventDefault(): void }, item: Download, parts: DownloadParts): void {
  // A blob URL contains the URL of the page that created it.
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

/** The last part of a path, without characters that change folders, hide a file, or reverse letters. */
function plainName(said: string): string {
  const last = said.split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .normalize()
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  return plain || 'download'
}
