import type { Log } from '#shared/contract/logs/log'
import { extractFrom, isItsTitle, topWords } from '../../../platform/words/extract'
import { stopWordsOfAll } from '../../../platform/words/stop-words.data'
import { summaryByExtraction } from './by-itself'

/** The fields of a log that extraction needs, and its index among all. */
type Text = Pick<Log, 'title' | 'content' | 'created_at' | 'labels'> & { index: number }

interface DigestParams {
  logs: readonly Text[]
  sentences: number
  words: number
}

/** What logs are about: representative sentences by the index of their log, and the words that several of them use. */
interface Digest {
  extracts: { sentence: string; index: number; isTitle: boolean }[]
  mentioned: string[]
}

function digest({ logs, sentences, words }: DigestParams): Digest {
  return {
    extracts: extractFrom(logs, stopWordsOfAll, sentences).map(({ sentence, log }) => ({
      sentence,
      index: log.index,
      isTitle: isItsTitle(sentence, log),
    })),
    mentioned: topWords(logs, stopWordsOfAll, words),
  }
}

/** Work on long texts that would block the server's own thread. */
export const textWork = { digest, summary: summaryByExtraction }
