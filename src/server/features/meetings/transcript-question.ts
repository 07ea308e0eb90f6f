import type { Language } from '#shared/contract/common'
import { documentLink, plainWords } from '../../platform/markdown'
import type { ParsedQuestion, ToolQuestion } from '../../platform/tool'
import { extractFrom, shortened } from '../../platform/words/extract'
import { folded, stemOf } from '../../platform/words/fold'
import { counting } from '../../platform/words/patterns'
import { stopWords } from '../../platform/words/stop-words.data'

export interface TurnFact {
  speaker: string
  text: string
  link: string
}

export interface TranscriptFacts {
  doc_id: number
  recording: string
  turns: TurnFact[]
  total: number
}

interface Sayings {
  /** Introduces the turns that represent a recording. */
  inShort(recording: string, turns: number, speakers: string): string
  /** Introduces the turns of some people or with some words. */
  said(recording: string, turns: number, about: string): string
  noneSaid(recording: string, about: string): string
  noWords(recording: string, speakers: string): string
  more(turns: number): string
  speaker(number: string): string
}

const { some } = counting('en-US')
const sayings: Record<Language, Sayings> = {
  en: {
    inShort: (recording, turns, speakers) =>
      `${recording}: ${some(turns, 'turn', 'turns')} by ${speakers}. The sentences below were said like this:`,
    said: (recording, turns, about) => `${recording}, ${some(turns, 'turn', 'turns')} ${about}:`,
    noneSaid: (recording, about) => `${recording} has no turn ${about}.`,
    noWords: (recording, speakers) => `${recording} has no words yet. Heard were ${speakers}.`,
    more: turns => `and ${some(turns, 'more turn', 'more turns')}`,
    speaker: number => `Speaker ${number}`,
  },
  de: {
    inShort: (recording, turns, speakers) =>
      `${recording}: ${turns} ${turns === 1 ? 'Beitrag' : 'Beiträge'} von ${speakers}. Diese Sätze sind so gefallen:`,
    said: (recording, turns, about) => `${recording}, ${turns} ${turns === 1 ? 'Beitrag' : 'Beiträge'} ${about}:`,
    noneSaid: (recording, about) => `${recording} hat keinen Beitrag ${about}.`,
    noWords: (recording, speakers) => `${recording} hat noch keine Worte. Zu hören waren ${speakers}.`,
    more: turns => `und ${turns} ${turns === 1 ? 'weiterer Beitrag' : 'weitere Beiträge'}`,
    speaker: number => `Sprecher ${number}`,
  },
  es: {
    inShort: (recording, turns, speakers) =>
      `${recording}: ${turns} ${turns === 1 ? 'intervención' : 'intervenciones'} de ${speakers}. Estas frases se dijeron así:`,
    said: (recording, turns, about) =>
      `${recording}, ${turns} ${turns === 1 ? 'intervención' : 'intervenciones'} ${about}:`,
    noneSaid: (recording, about) => `${recording} no tiene ninguna intervención ${about}.`,
    noWords: (recording, speakers) => `${recording} todavía no tiene palabras. Se oyó a ${speakers}.`,
    more: turns => `y ${turns} más`,
    speaker: number => `Persona ${number}`,
  },
  hi: {
    inShort: (recording, turns, speakers) =>
      `${recording}: ${turns} बार बोला गया, ${speakers} द्वारा। ये वाक्य ऐसे ही कहे गए:`,
    said: (recording, turns, about) => `${recording}, ${turns} बार ${about}:`,
    noneSaid: (recording, about) => `${recording} में ${about} कुछ नहीं कहा गया।`,
    noWords: (recording, speakers) => `${recording} में अभी शब्द नहीं हैं। सुनाई दिए: ${speakers}।`,
    more: turns => `और ${turns} बार`,
    speaker: number => `वक्ता ${number}`,
  },
}

const by: Record<Language, (names: string) => string> = {
  en: names => `by ${names}`,
  de: names => `von ${names}`,
  es: names => `de ${names}`,
  hi: names => `${names} द्वारा`,
}
const about: Record<Language, (words: string) => string> = {
  en: words => `about “${words}”`,
  de: words => `zu „${words}“`,
  es: words => `sobre «${words}»`,
  hi: words => `“${words}” के बारे में`,
}

/** How many turns an answer shows. */
const shown = 8

/**
 * Questions that name a recording: what was said in it, by whom, about what. Words on the recording as such, such as
 * “meeting”, are no topic.
 */
export const transcriptQuestion: ToolQuestion<{ doc_id: number; from: number }, TranscriptFacts> = {
  inputFor(_ctx, { documents }) {
    const recording = documents.find(({ type }) => type === 'diarization')
    return recording && { doc_id: recording.id, from: 0 }
  },
  write({ doc_id, recording, turns, total }, asked) {
    const say = sayings[asked.language]
    const link = documentLink(doc_id, recording)
    const cited = [{ kind: 'document' as const, id: doc_id, title: recording }]
    const nameOf = ({ speaker }: TurnFact) =>
      speaker.replace(/^Speaker (\d+)$/, (_, number: string) => say.speaker(number))
    const speakers = [...new Set(turns.map(nameOf))].map(plainWords).join(', ')
    if (turns.every(turn => turn.text === '')) return { text: say.noWords(link, speakers), cited }
    const line = (turn: TurnFact) =>
      `- **${plainWords(nameOf(turn))}** ${turn.link} ${plainWords(shortened(turn.text))}\n`
    const { names, words } = subjectOf(asked, turns)
    if (names.length === 0 && words.length === 0) {
      const chosen = representative(turns, asked)
      return { text: `${say.inShort(link, total, speakers)}\n\n${chosen.map(line).join('')}`, cited }
    }
    const found = turns.filter(
      turn => (names.length === 0 || names.includes(turn.speaker)) && (words.length === 0 || isAbout(turn.text, words)),
    )
    const subject = [
      names.length > 0 && by[asked.language](names.map(plainWords).join(', ')),
      words.length > 0 && about[asked.language](plainWords(words.join(' '))),
    ]
      .filter(Boolean)
      .join(' ')
    if (found.length === 0) {
      const chosen = representative(turns, asked)
      const text = `${say.noneSaid(link, subject)} ${say.inShort(link, total, speakers)}\n\n${chosen.map(line).join('')}`
      return { text, cited }
    }
    const more = found.length > shown ? `\n${say.more(found.length - shown)}` : ''
    return {
      text: `${say.said(link, found.length, subject)}\n\n${found.slice(0, shown).map(line).join('')}${more}`,
      cited,
    }
  },
}

/** The speakers and the words that a question is about. A speaker may be no member of the organisation. */
function subjectOf({ people, words }: ParsedQuestion, turns: readonly TurnFact[]) {
  const speakers = [...new Set(turns.map(turn => turn.speaker))]
  const isNamed = (speaker: string) => {
    const [first = ''] = folded(speaker).split(' ')
    return words.some(word => folded(word) === first) || people.some(({ name }) => folded(name).split(' ')[0] === first)
  }
  const names = speakers.filter(isNamed)
  const first = new Set(names.map(name => folded(name).split(' ')[0]))
  return { names, words: words.filter(word => !first.has(folded(word)) && !meetingWords.has(word)) }
}

const meetingWords = new Set(
  'meeting meetings call recording transcript discussed talked spoken besprechung besprechungen aufnahme gesprochen besprochen transkript reunión reuniones grabación transcripción habló hablado dijo मीटिंग बैठक रिकॉर्डिंग बातचीत कहा बोला'.split(
    ' ',
  ),
)

/** Whether a text has all words, in some form. */
const isAbout = (text: string, words: readonly string[]) => {
  const there = folded(text)
  return words.every(word => there.includes(stemOf(folded(word))))
}

/** The turns that say most, in the order in which they were said; the first ones of a recording with little to say. */
function representative(turns: readonly TurnFact[], { language }: ParsedQuestion): readonly TurnFact[] {
  const passages = turns.map((turn, index) => ({
    title: '',
    content: turn.text,
    created_at: String(index).padStart(4, '0'),
    labels: [],
    turn,
  }))
  const chosen = extractFrom(passages, stopWords[language], shown).map(({ log }) => log.turn)
  return chosen.length > 0 ? chosen : turns.filter(turn => turn.text !== '').slice(0, shown)
}
