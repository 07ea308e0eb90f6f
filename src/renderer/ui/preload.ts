/** Fetches what opens over the page, so that the first menu or dialog is there at once: call it at the first use. */
export async function preloadOverlays(): Promise<void> {
  await Promise.all([import('./modal-layer'), import('./menu-popup'), import('./popover-popup')])
}

/** Fetches what draws markdown: call it as soon as some is to be expected. */
export const preloadMarkdown = () => import('./markdown')
