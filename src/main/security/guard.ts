import type { Session, WebContents } from 'electron'
import { logError } from '../platform/log'
import { isOwnAddress } from './origin'

/** The permissions that a page can get. Screen capture is not among them, because only the main process captures. */
const granted: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'fullscreen', 'notifications'])
/** Meetings record the microphone [D40]: audio without video. */
const sound = 'media'

export interface GuardParts {
  /** Opens a URL outside the app, in the person's browser. */
  openOutside(address: string): Promise<void>
  /** The server's origin: its own pages are opened in the browser. */
  server(): string | null
}

/** Refuses system access of pages: permissions, devices, displays. */
export function guardSession(
  session: Pick<Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'>,
): void {
  session.setPermissionRequestHandler((contents, permission, answer, details) => {
    const isSoundOnly =
      permission === sound && 'mediaTypes' in details && details.mediaTypes?.every(type => type === 'audio') === true
    const isMain = details.isMainFrame && isOwnAddress(contents.getURL())
    answer(isMain && (granted.has(permission) || isSoundOnly))
  })
  session.setPermissionCheckHandler((contents, permission, _, { mediaType, isMainFrame }) => {
    const isSoundOnly = permission === sound && mediaType === 'audio'
    return isMainFrame && isOwnAddress(contents?.getURL() ?? '') && (granted.has(permission) || isSoundOnly)
  })
  session.setDevicePermissionHandler(() => false)
}

/**
 * Keeps a page where it is: no navigation, no further windows, no embedded pages. Links open in the person's browser.
 */
export function guardContents(
  contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>,
  { openOutside, server }: GuardParts,
): void {
  const refuse = (event: { preventDefault(): void }, url: string) => {
    if (!isOwnAddress(url)) event.preventDefault()
  }
  contents.on('will-navigate', event => refuse(event, event.url))
  contents.on('will-redirect', event => refuse(event, event.url))
  contents.on('will-frame-navigate', event => refuse(event, event.url))
  contents.on('will-attach-webview', event => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    const outside = outsideAddress(url, server())
    if (outside) openOutside(outside).catch(cause => logError('A link could not be opened in the browser.', cause))
    return { action: 'deny' }
  })
}

/** The URL that a link opens outside the app; null for URLs that must not be passed to a browser. */
export function outsideAddress(address: string, server: string | null): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (isOwnAddress(address)) return server ? `${server}${url.pathname}${url.search}${url.hash}` : null
  if (url.username || url.password) return null
  return /^(https?|mailto):$/.test(url.protocol) ? url.href : null
}
