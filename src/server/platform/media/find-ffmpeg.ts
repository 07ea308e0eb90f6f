import { findProgram } from '../find-program'

/** The full path of ffmpeg, searched in PATH; null if this machine has none [D35]. */
export const findFfmpeg = (path?: string): string | null => findProgram('ffmpeg', path)
