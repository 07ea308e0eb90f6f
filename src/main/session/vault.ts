import type { SafeStorage } from 'electron'
import { logError } from '../platform/log'

export interface VaultParts {
  readonly safeStorage: Pick<SafeStorage, 'isEncryptionAvailable' | 'encryptString' | 'decryptString'> &
    Partial<Pick<SafeStorage, 'getSelectedStorageBackend'>>
  readonly platform: NodeJS.Platform
  /** Where the encrypted text is stored. */
  readonly read: () => string | null
  readonly write: (sealed: string | null) => void
  /** Called the first time that a secret is stored without protection. */
  readonly onPlain: () => void
}

/**
 * Stores one text, encrypted by the system's secret storage. Without one, Linux falls back to `basic_text`, which
 * protects nothing; the person is told. If nothing can be encrypted at all, the text lasts as long as this program.
 */
export function createVault({ safeStorage, platform, read, write, onPlain }: VaultParts) {
  return {
    read(): string | null {
      const sealed = read()
      if (sealed === null || !safeStorage.isEncryptionAvailable()) return null
      try {
        return safeStorage.decryptString(Buffer.from(sealed, 'base64'))
      } catch (cause) {
        // Another keyring or computer: the only remedy is signing in again.
        logError('The stored session could not be decrypted.', cause)
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
