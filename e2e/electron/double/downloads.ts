import { EventEmitter } from 'node:events'
import type { SaveDialogOptions } from 'electron'
import type { Download } from 'playwright'
import { fromStandIn } from './browser'
import { created } from './window'

/**
 * Reports downloads of pages to a session, but nothing after that: no system dialog is shown, and the driver takes the
 * file.
 */
export function emitDownloads(session: EventEmitter): void {
  created.on('download', (download: Download) => {
    let options: SaveDialogOptions = {}
    const event = { preventDefault: () => void download.cancel() }
    const item = Object.assign(new EventEmitter(), {
      getURL: () => fromStandIn(download.url()),
      getFilename: () => download.suggestedFilename(),
      getSaveDialogOptions: () => options,
      setSaveDialogOptions(next: SaveDialogOptions) {
        options = next
      },
    })
    session.emit('will-download', event, item)
  })
}
