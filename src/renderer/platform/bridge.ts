/** What the desktop app's preload offers. The web build has none of it. */
export interface DesktopBridge {
  readonly platform: 'darwin' | 'linux' | 'win32'
}

declare global {
  interface Window {
    readonly wheelhouse?: DesktopBridge
  }
}

/** The desktop bridge, or undefined in the web build. Nothing else may look for it. */
export const desktop: DesktopBridge | undefined = window.wheelhouse
