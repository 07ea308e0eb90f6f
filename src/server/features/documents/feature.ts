import { feature } from '../../platform/feature'
import { readableAmong, readersOf } from '../access/document-sql'
import { proposeOpen, proposePageText } from './actions'
import { documentAccess } from './activity-store'
import { documentsOfPerson } from './departure-store'
import * as grantable from './grantable'
import { logbooks } from './migrations/0004-logbooks'
import { documentVersions } from './migrations/0010-documents'
import { search } from './migrations/0012-search'
import { endlessMarks } from './migrations/0021-endless-marks'
import { ownWords } from './migrations/0025-own-words'
import { documentShortcuts } from './migrations/0031-document-shortcuts'
import { pages } from './migrations/0075-pages'
import { pageLinks } from './migrations/0094-page-links'
import { textLinks } from './migrations/0141-text-links'
import { messageLinks } from './migrations/0142-message-links'
import { cutPage } from './pages/cut-job'
import { requireWritableDocument } from './rights'
import { documentRoutes } from './routes'
import * as searchable from './searchable'
import { pageTool } from './tools'

export const documentsFeature = feature({
  name: 'documents',
  actions: [proposeOpen, proposePageText],
  routes: documentRoutes,
  migrations: [
    logbooks,
    documentVersions,
    search,
    endlessMarks,
    ownWords,
    documentShortcuts,
    pages,
    pageLinks,
    textLinks,
    messageLinks,
  ],
  grantables: [grantable.documents],
  tools: [pageTool],
  searchables: [searchable.documents],
  activities: [documentAccess],
  jobs: [cutPage],
  departures: [documentsOfPerson],
  ports: { readersOf, readableAmong, requireWritableDocument },
})
