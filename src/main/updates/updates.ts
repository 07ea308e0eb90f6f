import type { AutoUpdater } from 'electron'
import { logError } from '../platform/log'

export interface UpdateParts {
  readonly updater: Pick<AutoUpdater, 'setFeedURL' | 'checkForUpdates' | 'on'>
  /**
   * Where new versions are published. Null disables the check, which is the default, because there is no such place
   * yet.
   */
  readonly address: string | null
  readonly isPackaged: boolean
}

/** Checks for a new version once, at the start. Off until an operator sets `WHEELHOUSE_UPDATES`. */
export function checkForUpdates({ updater, address, isPackaged }: UpdateParts): boolean {
  // Only over https, because downloaded code is executed.
  if (!isPackaged || !address?.startsWith('https://')) return false
  updater.on('error', cause => logError('A new version could not be looked for.', cause))
  updater.setFeedURL({ url: address })
  updater.checkForUpdates()
  return true
}
