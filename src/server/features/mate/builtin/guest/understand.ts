import { wordSet } from '../../../../platform/words/patterns'
import { phrasesFor } from '../languages'
import { guestPhrasesFor } from './languages'
import { type GuestAsk, guestAsks } from './phrases'

export interface GuestQuestion {
  ask: GuestAsk | 'greeting' | 'unknown'
  /** A speaker who is requested by number. */
  speaker: number | null
  /** Words to search, in order and lower case. */
  words: string[]
}

/** Words of questions that say nothing about the contents, in addition to the stop words of each language. */
const askingWords = wordSet(
  `did does say says said mention mentioned talk talked tell told speaker speakers recording meeting anybody anyone somebody ever
  hat haben sagt sagte sagten gesagt erwähnt erzählt gesprochen besprochen sprecher sprecherin aufnahme besprechung jemand
  dijo dijeron dice dicho mencionó comentó contó habló hablante grabación reunión alguien
  कहा बताया बोला वक्ता रिकॉर्डिंग बैठक किसी`,
)

/** Parses a guest’s question by a fixed set of patterns [D25, D42]; deterministic. */
export function understandGuest(question: string, language: string): GuestQuestion {
  const { asks, speakerNumber } = guestPhrasesFor(language)
  const phrases = phrasesFor(language)
  const text = question.toLowerCase().replace(/[’‘]/g, "'").normalize('NFC')
  const ask = phrases.asks.greeting.test(text)
    ? 'greeting'
    : (guestAsks.find(guestAsk => asks[guestAsk].test(text)) ?? ('unknown' as const))
  const number = Number(speakerNumber.exec(text)?.[1])
  const words = (text.replace(speakerNumber, ' ').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter(
    word => word.length > 1 && !phrases.stopWords.has(word) && !askingWords.has(word),
  )
  return { ask, speaker: Number.isInteger(number) ? number : null, words: [...new Set(words)].slice(0, 8) }
}
