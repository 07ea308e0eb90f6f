/** Loads the code of overlays, so that the first menu or dialog opens at once. Call it at the first sign of use. */
export async function preloadOverlays(): Promise<void> {
  await Promise.all([import('./modal-layer'), import('./menu-popup'), import('./popover-popup')])
}

/** Loads the markdown renderer. Call it as soon as markdown is expected. */
export const preloadMarkdown = () => import('./markdown')
