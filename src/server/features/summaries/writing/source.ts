import type { Language } from '#shared/contract/common'
import type { Passage } from '../../../platform/words/extract'

/** A log, or what somebody said in one go, that sentences of a summary may rest on. */
export interface Source extends Passage {
  /** Who wrote or said it. */
  who: string | null
  /** When, as a model is told. */
  when: string
  labels: readonly string[]
  /** Where a citation leads, as `#/docs/3?log=12`, and what it is called. */
  address: string
  label: string
}

/** What is to be summarised. */
export interface SummaryParams {
  of: 'logbook' | 'recording'
  name: string
  /** What those who keep it want from the summary. */
  prompt: string | null
  language: Language
  /** Oldest first. */
  sources: readonly Source[]
}

export const citationOf = ({ label, address }: Source): string => `[${label}](${address})`
