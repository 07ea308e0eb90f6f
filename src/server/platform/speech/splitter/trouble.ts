/** Why sound could not be read: there is no ffmpeg, the file holds no sound that it knows, or more than fits. */
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
