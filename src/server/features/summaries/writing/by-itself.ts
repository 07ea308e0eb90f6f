import { tame } from '../../../platform/model/tame'
import {
  asFarAsRead,
  extractFrom,
  headline,
  plain,
  sentencesOf,
  shortened,
  wordsOf,
} from '../../../platform/words/extract'
import type { Pattern } from '../../../platform/words/patterns'
import { stopWordsOfAll } from '../../../platform/words/stop-words.data'
import { actionHeadings, actionWords } from './action-words'
import { citationOf, type Source, type SummaryParams } from './source'

const mostSentences = 6
const mostActions = 8

/** A summary made of the sources' own sentences, each with its source; empty if they contain nothing [D25]. */
export function summaryByExtraction({ of, prompt, language, sources }: SummaryParams): string {
  const wanted = wordsOf(plain(prompt ?? ''), stopWordsOfAll)
  const names = new Set(sources.flatMap(({ who }) => (who ?? '').toLowerCase().split(/\s+/)))
  const picked = extractFrom(sources, stopWordsOfAll, mostSentences, { wanted, names })
  const extracts =
    picked.length > 0 ? picked : sources.slice(-mostSentences).map(log => ({ sentence: headline(log), log }))
  const body = itemsOf(extracts)
  if (of === 'logbook' || body === '') return body
  const actions = itemsOf(actionsIn(sources, actionWords[language]))
  return actions === '' ? body : `${body}\n\n## ${actionHeadings[language]}\n\n${actions}`
}

function actionsIn(sources: readonly Source[], isAction: Pattern): { sentence: string; log: Source }[] {
  return asFarAsRead(sources)
    .flatMap(log =>
      sentencesOf(plain(log.content))
        .filter(sentence => isAction.test(sentence.toLowerCase().replaceAll('’', "'")) && sentence.length > 12)
        .map(sentence => ({ sentence: log.who ? `${log.who}: ${shortened(sentence)}` : shortened(sentence), log })),
    )
    .slice(0, mostActions)
}

const itemsOf = (extracts: readonly { sentence: string; log: Source }[]): string =>
  extracts
    .map(({ sentence, log }) => ({ words: tame(sentence).replaceAll('**', ''), log }))
    .filter(({ words }) => /[\p{L}\p{N}]/u.test(words))
    .map(({ words, log }) => `- ${words} ${citationOf(log)}`)
    .join('\n')
