import type { Log } from '#shared/contract/logs/log'
import { extractFrom, isItsTitle, topWords } from '../../../platform/words/extract'
import { stopWordsOfAll } from '../../../platform/words/stop-words.data'
import { summaryByItself } from './by-itself'

/** What an extract needs of a log, and where the log stands among all. */
type Text = Pick<Log, 'title' | 'content' | 'created_at' | 'labels'> & { index: number }

interface DigestParams {
  logs: readonly Text[]
  sentences: number
  words: number
}

/** What logs are about: sentences that stand for them, by the index of their log, and the words that several of them use. */
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

/** Work on long texts that would hold up everybody else on the server's own thread. */
export const textWork = { digest, summary: summaryByItself }
