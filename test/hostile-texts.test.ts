import { describe, expect, test } from 'vitest'
import { logTitle } from '#shared/rules/log-title'
import { citedLines } from '../src/server/features/summaries/writing/cited'
import { excerptOfDescription } from '../src/server/features/tasks/task-from'
import { cleanName } from '../src/server/platform/files/name'
import { challengesIn } from '../src/server/platform/media/credentials'
import { tame } from '../src/server/platform/model/tame'
import { blocksOf } from '../src/server/platform/pdf/markdown'
import { plain, sentencesOf, topWords } from '../src/server/platform/words/extract'
import { folded, wordsIn, wordsOf } from '../src/server/platform/words/fold'
import { parseQuery } from '../src/server/platform/words/query'
import { excerptOf, marked } from '../src/server/platform/words/segments'
import { endsSoon, hostileChallenges, hostileTexts } from './hostile-texts'

const query = parseQuery('tandem wheel')
const unknown = { mime: 'application/octet-stream', extension: 'bin' }

/** All functions that scan texts of people, models and cameras. */
const work: Record<string, (text: string) => unknown> = {
  'folding a text': folded,
  'the words of a text': wordsOf,
  'each word of a text': text => [...wordsIn(text)].length,
  'reading a question': parseQuery,
  'an excerpt': text => excerptOf(text, query),
  'a name with its hits': text => marked(text, query),
  'the words of markdown': plain,
  'the sentences of a text': sentencesOf,
  'the words of many logs': text =>
    topWords([{ title: text, content: text, created_at: '', labels: [] }], new Set(), 5),
  'a sentence made harmless': tame,
  // No model answers at such length.
  'the lines of a summary': text =>
    citedLines(text.slice(0, 20_000), { citations: new Map(), language: 'en', atMost: 50 }),
  // Work without a bound shows at this length too.
  'the blocks of a PDF': text => blocksOf(text.slice(0, 20_000)),
  'the title of a log': content => logTitle({ content, pictures: 0 }),
  'the beginning of a task': excerptOfDescription,
  'the name of a file': text => cleanName(text, unknown),
}

describe('Functions that scan texts take linear time for any text', () => {
  test.each(Object.entries(work))('%s', (_, look) => {
    for (const [made, text] of hostileTexts) expect(() => endsSoon(() => look(text)), made).not.toThrow()
  })

  test('the authentication challenge of a camera', () => {
    for (const header of hostileChallenges) {
      expect(() => endsSoon(() => challengesIn(header)), header.slice(0, 20)).not.toThrow()
    }
  })
})
