/** Fetches what opens over the page, so that the first menu or dialog is there at once: call it when the app is idle. */
export async function preloadOverlays(): Promise<void> {
  await Promise.all([import('./modal-layer'), import('./menu-popup'), import('./popover-popup')])
}
