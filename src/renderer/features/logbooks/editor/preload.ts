export type RichModule = typeof import('./rich-editor')

/** Fetches the editor and all that it stands on: heavy, and wanted only by those who write. */
export const preloadRichEditor = (): Promise<RichModule> => import('./rich-editor')
