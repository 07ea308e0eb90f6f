import { hour } from '../../limits'

/** Logs on a page of a timeline, and on either side of the centre [D20]. */
export const timeline = { page: 30, aroundCentre: 15 } as const
/** Characters of a comment on a log, how many people it mentions, and how long its author may change it. */
export const logComment = { length: 10_000, mentions: 50, editableFor: 24 * hour } as const
/** `inEvent`: characters of a log's text and pictures that its events carry; of a longer log they carry neither. */
export const log = { titleLength: 200, contentLength: 50_000, frames: 12, files: 12, inEvent: 4_000 } as const
