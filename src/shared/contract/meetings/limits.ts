/**
 * Recordings [D24]: files and speakers of one, characters of a speaker's name and of a segment; bytes and length of a
 * dictation.
 */
export const meetings = {
  files: 12,
  speakers: 999,
  speakerName: 80,
  segmentLength: 20_000,
  dictationBytes: 25_000_000,
  dictationSeconds: 5 * 60,
} as const
/** Recordings are named with one of these extensions [9.9b]. */
export const videoExtensions = ['mp4', 'mov', 'avi', 'mkv', 'webm', 'flv', 'wmv', 'm4v'] as const
