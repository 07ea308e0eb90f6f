export type RichModule = typeof import('./rich-editor')

/** Loads the editor with everything it depends on. It is large, and only people who write need it. */
export const preloadRichEditor = (): Promise<RichModule> => import('./rich-editor')
