import type { Language } from '#shared/contract/common'
import type { Actor } from '../../../../../../test/actor'
import { type Expected, expected, type Intent } from './expected'
import { german } from './questions.de.data'
import { english } from './questions.en.data'
import { spanish } from './questions.es.data'
import { hindi } from './questions.hi.data'
import type { Workshop } from './workshop'

const questions: Record<Language, Record<Intent, readonly string[]>> = {
  en: english,
  de: german,
  es: spanish,
  hi: hindi,
}

export interface CorpusQuestion {
  question: string
  intent: Intent
  wanted: Expected
}

/** All questions of a language. */
export const corpusOf = (language: Language): CorpusQuestion[] =>
  Object.entries(questions[language]).flatMap(([intent, asked]) =>
    asked.map(question => ({ question, intent: intent as Intent, wanted: expected[intent as Intent] as Expected })),
  )

/** A person may ask 60 questions a minute, so several share them; these are about Tom himself, or his recording. */
const askedByTom: ReadonlySet<Intent> = new Set([
  'myLogs',
  'meeting',
  'meetingSummary',
  'meetingMaya',
  'meetingAbout',
  'logbooks',
])

/** Who asks a question. */
export function askerOf({ tom, colleagues }: Workshop, intent: Intent, index: number): Actor {
  return askedByTom.has(intent) ? tom : (colleagues[index % colleagues.length] ?? tom)
}
