import { feature } from '../../platform/feature'
import { readersOf } from './access-store'
import * as grantable from './grantable'
import { logbooks } from './migrations/0004-logbooks'
import { graphs } from './migrations/0009-graphs'
import { documentVersions } from './migrations/0010-documents'
import { corrections } from './migrations/0011-corrections'
import { search } from './migrations/0012-search'
import { summaries } from './migrations/0014-summaries'
import { timelineSide } from './migrations/0016-timeline-side'
import { titles } from './migrations/0019-titles'
import { endlessMarks } from './migrations/0021-endless-marks'
import { ownWords } from './migrations/0025-own-words'
import { happened } from './migrations/0027-happened'
import { documentCleanups } from './retention'
import { requireWritableDocument } from './rights'
import { logbookRoutes } from './routes'
import * as searchable from './searchable'
import { summariseRecording } from './summaries/recording-service'
import { titleWorker } from './titles/service'

export const logbooksFeature = feature({
  name: 'logbooks',
  routes: logbookRoutes,
  migrations: [
    logbooks,
    graphs,
    documentVersions,
    corrections,
    search,
    summaries,
    timelineSide,
    titles,
    endlessMarks,
    ownWords,
    happened,
  ],
  grantables: [grantable.documents],
  searchables: [searchable.documents, searchable.logs, searchable.graphs],
  cleanups: () => documentCleanups,
  ports: { readersOf, requireWritableDocument, summariseRecording },
  workers: app => [titleWorker(app)],
})
