import type { SafeStorage } from 'electron'
import { logError } from '../platform/log'

export interface VaultParts {
  readonly safeStorage: Pick<SafeStorage, 'isEncryptionAvailable' | 'encryptString' | 'decryptString'> &
    Partial<Pick<SafeStorage, 'getSelectedStorageBackend'>>
  readonly platform: NodeJS.Platform
  /** Where the sealed text is kept. */
  readonly read: () => string | null
  readonly write: (sealed: string | null) => void
  /** The first time that a secret is kept without protection. */
  readonly onPlain: () => void
}

/**
 * Keeps one text, sealed by the system's store of secrets. Where there is none, Linux falls back to `basic_text`, which protects
 * nothing: the person is told. Where nothing can be sealed at all, the text lives as long as this program.
 */
export function createVault({ safeStorage, platform, read, write, onPlain }: VaultParts) {
  return {
    read(): string | null {
      const sealed = read()
      if (sealed === null || !safeStorage.isEncryptionAvailable()) return null
      try {
        return safeStorage.decryptString(Buffer.from(sealed, 'base64'))
      } catch (cause) {
        // Another keyring, another computer: signing in again is all there is to do.
        logError('The kept session could not be opened.', cause)
        return null
      }
    },
    write(text: string | null): void {
      if (text === null || !safeStorage.isEncryptionAvailable()) {
        write(null)
        return
      }
      if (platform === 'linux' && safeStorage.getSelectedStorageBackend?.() === 'basic_text') onPlain()
      write(safeStorage.encryptString(text).toString('base64'))
    },
  }
}
