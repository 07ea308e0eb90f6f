import { listWordsReaders } from '#shared/contract/jobs/endpoints'
import type { WordsReaders } from '#shared/contract/jobs/job'
import type { Source } from '#shared/contract/sources/endpoints'
import { call } from '../../../platform/api'
import { createSlice } from '../../../platform/store'
import { keyOf } from '../source-names'

/** Which jobs read the words on the sources that are shown, by source. */
export const useWordsReaders = createSlice(
  'words-readers',
  { bySource: {} as Record<string, WordsReaders> },
  (_set, _get, writer) => ({
    /** Loads it. What was known stays if the server cannot be reached, because the watched must not miss it. */
    async read(source: Source): Promise<void> {
      const write = writer()
      const outcome = await call(listWordsReaders, { source })
      if (outcome.ok)
        write(({ bySource }) => {
          bySource[keyOf(source)] = outcome.data
        })
    },
  }),
  { scope: 'organisation' },
)
