/** Logs on a page of a timeline, and on either side of the centre [D20]. */
export const timeline = { page: 30, aroundCentre: 15 } as const
export const log = { titleLength: 200, contentLength: 50_000, frames: 12, files: 12 } as const
