import type { Dialog, Shell, SystemPreferences } from 'electron'
import type { CaptureSource } from '#shared/contract/desktop'
import { logError } from '../platform/log'

/** Texts that people read; the caller translates them. */
export interface PermissionTexts {
  readonly permissionRequired: string
  readonly openSettings: string
  readonly notNow: string
  readonly permissionError: string
  readonly permissionThenRestart: string
  readonly ok: string
}

export interface PermissionParts {
  readonly platform: NodeJS.Platform
  /** Missing on Linux. */
  readonly getMediaAccessStatus?: SystemPreferences['getMediaAccessStatus'] | undefined
  readonly shell: Pick<Shell, 'openExternal'>
  readonly dialog: { showMessageBox(options: Electron.MessageBoxOptions): ReturnType<Dialog['showMessageBox']> }
  readonly texts: () => PermissionTexts
  list(): Promise<CaptureSource[]>
}

export type PermissionAnswer =
  | { readonly granted: true }
  | { readonly granted: false; readonly trouble: 'permission_denied' | 'permission_error' }

const settingsPages: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'x-apple.systempreferences:com.apple.preference.security?Privacy_ScreenCapture',
  win32: 'ms-settings:privacy-graphicscaptureprogrammatic',
}

/** The system's permission status, without asking anybody; `unknown` if it cannot tell. */
export function systemPermission({ getMediaAccessStatus }: PermissionParts): 'granted' | 'denied' | 'unknown' {
  const status = getMediaAccessStatus?.('screen')
  if (status === 'granted') return 'granted'
  return status === 'denied' || status === 'restricted' ? 'denied' : 'unknown'
}

/** Opens the system's settings page for screen recording, if it has one. */
export async function openScreenSettings({ platform, shell }: Pick<PermissionParts, 'platform' | 'shell'>) {
  const page = settingsPages[platform]
  if (page) await shell.openExternal(page)
}

/**
 * Whether screens can be captured. Without sources, permission counts as missing [5.8a, 8.6]. With `ask`, dialogs
 * explain what is missing and lead to the system's settings.
 */
export async function checkPermission(parts: PermissionParts, ask: boolean): Promise<PermissionAnswer> {
  const { dialog } = parts
  const texts = parts.texts()
  let sources: CaptureSource[]
  try {
    // Also makes macOS show its own question the first time.
    sources = await parts.list()
  } catch (cause) {
    logError('Screen sources could not be listed.', cause)
    if (ask) await dialog.showMessageBox({ type: 'error', message: texts.permissionError, buttons: [texts.ok] })
    return { granted: false, trouble: 'permission_error' }
  }
  if (sources.length > 0 && systemPermission(parts) !== 'denied') return { granted: true }
  if (ask) await offerSettings(parts, texts)
  return { granted: false, trouble: 'permission_denied' }
}

async function offerSettings(parts: PermissionParts, texts: PermissionTexts): Promise<void> {
  const { dialog } = parts
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: texts.permissionRequired,
    buttons: [texts.openSettings, texts.notNow],
    defaultId: 0,
    cancelId: 1,
  })
  if (response !== 0) return
  await openScreenSettings(parts)
  await dialog.showMessageBox({ type: 'info', message: texts.permissionThenRestart, buttons: [texts.ok] })
}
