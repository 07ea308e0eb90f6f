import type { PictureRulesState } from '#shared/rules/picture-rules'

/** What a job remembers of its pictures from one run to the next, by source: `camera:7`, `screen:12`. */
export type LookState = Readonly<Record<string, SourceState>>

interface SourceState {
  /** The picture that the next one is compared with. */
  readonly frame_id: string
  readonly rules: PictureRulesState
}
