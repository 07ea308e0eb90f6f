/** Why sound could not be read: ffmpeg is missing, the file holds no readable sound, or it is too long. */
export type SoundTroubleKind = 'needs_ffmpeg' | 'not_sound' | 'too_long'

export class SoundTrouble extends Error {
  override readonly name = 'SoundTrouble'

  constructor(
    readonly kind: SoundTroubleKind,
    detail: string,
  ) {
    super(detail)
  }
}
