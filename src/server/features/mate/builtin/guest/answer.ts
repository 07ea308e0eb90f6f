import type { Segment, Transcript } from '#shared/contract/meetings/endpoints'
import { momentLink, plainWords } from '../../../../platform/markdown'
import type { MemberContext } from '../../../../platform/request-context'
import { nothingRead } from '../../../../platform/tool'
import { plain, sentencesOf, shortened } from '../../../../platform/words/extract'
import type { Settings } from '../../../../settings'
import { actionWords } from '../../../summaries/service'
import { type RecordingFact, recordingsTool, wholeTranscriptTool } from '../../guest-tools'
import type { Details, Writing } from '../../writing'
import { toolCaller, type Use } from '../look-up'
import { decisionWords } from './decision-words'
import { introductionIn } from './introductions'
import { guestPhrasesFor } from './languages'
import type { GuestAsk, GuestPhrases } from './phrases'
import { type GuestQuestion, understandGuest } from './understand'

/** The number of sentences or turns that are shown. */
const shown = 8

interface Composing {
  writing: Writing
  phrases: GuestPhrases
  asked: GuestQuestion
  use: Use
  /** The guest's recordings, newest first. */
  recordings(): Promise<readonly RecordingFact[]>
  /** Records a recording as a source of the answer. */
  cite(recording: RecordingFact): void
}

/** Mate without a model for guests: a fixed set of questions about the product and their own recordings [D25, D42]. */
export async function answerGuest(ctx: MemberContext, writing: Writing): Promise<Details> {
  const { use } = toolCaller(ctx, writing)
  const cited = new Map<number, RecordingFact>()
  const composing: Composing = {
    writing,
    phrases: guestPhrasesFor(ctx.caller.language),
    asked: understandGuest(writing.question, ctx.caller.language),
    use,
    recordings: async () => (await use(recordingsTool, {}, '')).recordings,
    cite: recording => cited.set(recording.doc_id, recording),
  }
  await composers[composing.asked.ask](composing)
  const documents = [...cited.values()]
  return {
    logbook_ids: documents.map(document => document.doc_id),
    references: documents.map(({ doc_id, name }) => ({ kind: 'document', id: doc_id, title: name })),
    read: { ...nothingRead, documents: documents.length },
  }
}

/** Whether recordings are transcribed to words on this server. */
const knowsWords = ({ SPEECH_URL, SPEECH_MODEL_FOLDER }: Settings) => Boolean(SPEECH_URL || SPEECH_MODEL_FOLDER)

type Compose = (composing: Composing) => Promise<void> | void

const fixed =
  (saying: 'help' | 'greeting' | 'what' | 'keep' | 'privacy' | 'upload'): Compose =>
  ({ writing, phrases }) =>
    writing.say(phrases.say[saying])

const composers: Record<GuestAsk | 'greeting' | 'unknown', Compose> = {
  help: ({ writing, phrases }) =>
    writing.say(knowsWords(writing.app.settings) ? phrases.say.help : phrases.say.helpNoWords),
  greeting: fixed('greeting'),
  what: fixed('what'),
  keep: fixed('keep'),
  privacy: fixed('privacy'),
  upload: fixed('upload'),
  decisions: composing => writeSentences(composing, 'decisions', text => decisionWords.test(text)),
  actions: composing => writeSentences(composing, 'actions', text => someAction.some(words => words.test(text))),
  speakers: writeSpeakers,
  said: writeSpoken,
  summary: writeSummary,
  unknown: writeUnknown,
}

/** A recording may be in another language than the question. */
const someAction = Object.values(actionWords)

/** The recording that the question names, or else the newest. */
async function requestedRecording({ writing, recordings: list }: Composing): Promise<RecordingFact | undefined> {
  const recordings = await list()
  const question = writing.question.toLowerCase()
  return recordings.find(recording => question.includes(recording.name.toLowerCase())) ?? recordings[0]
}

const titled = ({ name }: RecordingFact) => `**${plainWords(name)}**`

/** The transcript of that recording; undefined, after saying why, if there is nothing to read. */
async function requestedTranscript(
  composing: Composing,
  needsWords: boolean,
): Promise<{ recording: RecordingFact; transcript: Transcript } | undefined> {
  const { writing, phrases, use, cite } = composing
  const { say } = phrases
  const recording = await requestedRecording(composing)
  const answer = (text: string) => {
    writing.say(text)
    return undefined
  }
  if (!recording) return answer(say.noRecording)
  cite(recording)
  if (recording.stage === 'failed') return answer(say.failed(titled(recording)))
  if (recording.stage !== 'done') return answer(say.stillWorking(titled(recording)))
  if (needsWords && !recording.has_words) return answer(say.noWords(titled(recording)))
  return { recording, transcript: await use(wholeTranscriptTool, { doc_id: recording.doc_id }, recording.name) }
}

/** How a speaker is named: by the name that the guest gave, else by number. */
function called({ speakers }: Transcript, { say }: GuestPhrases, speaker: number): string {
  const name = speakers.find(candidate => candidate.speaker === speaker)?.name ?? null
  return name === null ? say.speaker(speaker) : plainWords(name)
}

function writeLine({ writing, phrases }: Composing, transcript: Transcript, segment: Segment, sentence: string): void {
  const who = called(transcript, phrases, segment.speaker)
  writing.say(`- **${who}**: ${plainWords(shortened(sentence))} ${momentLink(transcript.doc_id, segment.start)}\n`)
}

function writeLines(
  composing: Composing,
  transcript: Transcript,
  lines: readonly { segment: Segment; sentence: string }[],
): void {
  for (const { segment, sentence } of lines.slice(0, shown)) writeLine(composing, transcript, segment, sentence)
  const { writing, phrases } = composing
  if (lines.length > shown) writing.say(`\n${phrases.say.more(lines.length - shown)}`)
}

async function writeSentences(
  composing: Composing,
  what: 'decisions' | 'actions',
  isMeant: (text: string) => boolean,
): Promise<void> {
  const found = await requestedTranscript(composing, true)
  if (!found) return
  const { recording, transcript } = found
  const { writing, phrases } = composing
  const lines = transcript.segments.flatMap(segment =>
    sentencesOf(plain(segment.text))
      .filter(sentence => isMeant(sentence.toLowerCase().replaceAll('’', "'")))
      .map(sentence => ({ segment, sentence })),
  )
  const none = what === 'decisions' ? phrases.say.noDecisions : phrases.say.noActions
  if (lines.length === 0) return writing.say(none(titled(recording)))
  writing.say(`${phrases.say[what](titled(recording))}\n\n`)
  writeLines(composing, transcript, lines)
}

async function writeSpoken(composing: Composing): Promise<void> {
  const found = await requestedTranscript(composing, true)
  if (!found) return
  const { recording, transcript } = found
  const { writing, phrases, asked } = composing
  const speaker = requestedSpeaker(transcript, writing.question, asked.speaker)
  const who = speaker === null ? '' : called(transcript, phrases, speaker)
  const named = new Set(who.toLowerCase().split(/\s+/))
  const words = asked.words.filter(word => !named.has(word) && !recording.name.toLowerCase().includes(word))
  const lines = linesWith(transcript, words).filter(({ segment }) => speaker === null || segment.speaker === speaker)
  const about = plainWords(words.join(' '))
  if (lines.length === 0) return writing.say(phrases.say.nothingSaid(titled(recording), who, about))
  writing.say(`${phrases.say.said(titled(recording), who, about)}\n\n`)
  writeLines(composing, transcript, lines)
}

/** A speaker by number, by the name that the guest gave, or by a name they introduce themselves with. */
function requestedSpeaker(transcript: Transcript, question: string, number: number | null): number | null {
  const { speakers, segments } = transcript
  if (number !== null && speakers.some(speaker => speaker.speaker === number)) return number
  const asked = question.toLowerCase()
  const isNamed = (name: string) =>
    [name, name.split(' ', 1)[0] ?? name].some(form => form.length > 1 && asked.includes(form.toLowerCase()))
  const byName = speakers.find(speaker => speaker.name !== null && isNamed(speaker.name))
  if (byName) return byName.speaker
  return segments.find(segment => isNamed(introductionIn(segment.text)?.name ?? ''))?.speaker ?? null
}

/** Turns with any of the words; all of them without words. */
function linesWith({ segments }: Transcript, words: readonly string[]): { segment: Segment; sentence: string }[] {
  return segments.flatMap(segment => {
    const text = plain(segment.text)
    if (text === '' || (words.length > 0 && !words.some(word => text.toLowerCase().includes(word)))) return []
    const fitting = words.length === 0 ? text : sentencesWith(text, words)
    return [{ segment, sentence: fitting }]
  })
}

const sentencesWith = (text: string, words: readonly string[]) =>
  sentencesOf(text)
    .filter(sentence => words.some(word => sentence.toLowerCase().includes(word)))
    .join(' ') || text

async function writeSpeakers(composing: Composing): Promise<void> {
  const found = await requestedTranscript(composing, false)
  if (!found) return
  const { recording, transcript } = found
  const { writing, phrases } = composing
  const { say } = phrases
  writing.say(`${say.speakers(titled(recording), transcript.speakers.length)}\n\n`)
  for (const { speaker, name, seconds } of transcript.speakers) {
    const about = [say.spoke(lengthOf(seconds))]
    if (name === null) about.push(...introducedAs(transcript, phrases, speaker))
    writing.say(`- **${called(transcript, phrases, speaker)}**: ${about.join('; ')}\n`)
  }
  writing.say(`\n${say.howToName}`)
}

/** How a speaker may be named, by their own words. */
function introducedAs(transcript: Transcript, { say }: GuestPhrases, speaker: number): string[] {
  for (const { speaker: by, text, start } of transcript.segments) {
    const found = by === speaker ? introductionIn(text) : null
    if (found) {
      return [say.perhapsCalled(plainWords(found.name), plainWords(found.words), momentLink(transcript.doc_id, start))]
    }
  }
  return []
}

/** A duration such as `2:05`. */
const lengthOf = (seconds: number) => {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

async function writeSummary(composing: Composing): Promise<void> {
  const { writing, phrases } = composing
  const found = await requestedTranscript(composing, true)
  if (!found) return
  const { recording } = found
  // It holds nothing but words, bold and citations, whoever wrote it.
  if (recording.summary === '') return writing.say(phrases.say.noSummary(titled(recording)))
  writing.say(`${phrases.say.summary(titled(recording))}\n\n${recording.summary}`)
}

/** Says plainly that the question was not understood, after searching the transcript for its words. */
async function writeUnknown(composing: Composing): Promise<void> {
  const { writing, phrases, asked, use, cite } = composing
  const { say } = phrases
  const recording = await requestedRecording(composing)
  const hint = writing.app.model ? '' : `\n\n${say.modelHint}`
  if (recording?.stage === 'done' && recording.has_words && asked.words.length > 0) {
    const transcript = await use(wholeTranscriptTool, { doc_id: recording.doc_id }, asked.words.join(' '))
    const lines = linesWith(transcript, asked.words)
    if (lines.length > 0) {
      cite(recording)
      writing.say(`${say.perhaps}\n\n`)
      writeLines(composing, transcript, lines)
      return writing.say(hint)
    }
  }
  writing.say(`${say.notUnderstood}${hint}`)
}
