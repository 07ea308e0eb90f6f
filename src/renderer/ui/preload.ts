/** Loads the code of overlays, so that the first menu or dialog opens at once. Call it at the first sign of use. */
export async function preloadOverlays(): Promise<void> {
  await Promise.all([import('./modal-layer'), import('./menu-popup'), import('./popover-popup')])
}

let markdown: typeof import('./markdown') | null = null

/** Loads the markdown renderer. Call it as soon as markdown is expected. */
export async function preloadMarkdown() {
  markdown = await import('./markdown')
  return markdown
}

/** The markdown renderer, if it has been loaded. */
export const loadedMarkdown = () => markdown
