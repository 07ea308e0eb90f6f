import type { Segment } from '#shared/contract/meetings/endpoints'

/** What a speaker called themselves. */
export interface Introduction {
  speaker: number
  /** When that was said, in seconds. */
  at: number
  /** The words after the phrase; they begin with the name. */
  said: string
}

/** Phrases with which people introduce themselves, in the languages of the product; the name follows. */
const before = [
  "my name is|my name's|i am|i'm|this is",
  'mein name ist|ich bin|ich heiße|hier ist|hier spricht',
  'me llamo|mi nombre es|soy|habla',
  'मेरा नाम|मैं',
]
/** A name has at most this many words that matter. */
const words = "\\p{L}[\\p{L}\\p{M}'’.-]*(?:\\s+\\p{L}[\\p{L}\\p{M}'’.-]*){0,2}"
const phrase = new RegExp(`(?:^|[\\s,.;:!?¡¿"“])(?:${before.join('|')})\\s+(${words})`, 'giu')

/** What speakers call themselves, in order. Most of it is no name ("I am late"): whoever asks compares it with people. */
export function introductionsIn(segments: readonly Pick<Segment, 'speaker' | 'start' | 'text'>[]): Introduction[] {
  return segments.flatMap(({ speaker, start, text }) =>
    [...text.replaceAll('’', "'").matchAll(phrase)].map(([, said = '']) => ({ speaker, at: start, said })),
  )
}

/**
 * The person whom an introduction names: by their whole name, or by a first name that only one of them has. Null if it
 * names nobody, or several.
 */
export function personIn({ said }: Introduction, people: readonly { name: string }[]): string | null {
  const spoken = wordsOf(said)
  const begins = (name: readonly string[]) => name.length > 0 && name.every((word, index) => spoken[index] === word)
  const whole = people.filter(({ name }) => begins(wordsOf(name)))
  const first = people.filter(({ name }) => begins(wordsOf(name).slice(0, 1)))
  const [person, other] = whole.length > 0 ? whole : first
  return person && !other ? person.name : null
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .map(word => word.replace(/[.,]+$/, ''))
    .filter(Boolean)
