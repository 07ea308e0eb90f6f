import type { Language } from '#shared/contract/common'
import type { Passage } from '../../../platform/words/extract'

/** A log, or a segment of a transcript, that sentences of a summary may cite. */
export interface Source extends Passage {
  /** Its writer or speaker. */
  who: string | null
  /** Its time, as shown to a model. */
  when: string
  labels: readonly string[]
  /** The target of a citation, such as `#/docs/3?log=12`, and its label. */
  address: string
  label: string
}

/** The input of a summary. */
export interface SummaryParams {
  of: 'logbook' | 'recording'
  name: string
  /** The instructions of the logbook's editors for the summary. */
  prompt: string | null
  language: Language
  /** Oldest first. */
  sources: readonly Source[]
}

export const citationOf = ({ label, address }: Source): string => `[${label}](${address})`
