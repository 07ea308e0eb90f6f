import { withNamespaces } from '../../i18n/languages'
import type { Feature, PageRoute } from '../../platform/feature'
import { afterFirstPage } from '../../platform/first-page'
import { filled, withSlots } from '../../platform/slot'
import { onFirstUse } from '../../ui/first-use'
import { preloadMarkdown } from '../../ui/preload'
import { CamerasOfLogbook, JobsOfLogbook } from '../logs/slots'
import { PlanLimitNote } from '../organisations/slots'
import { TimelineMarks, WordsReaders } from '../sources/slots'
import { JobOption } from './slots'

const lazy: PageRoute['lazy'] = async () => {
  afterFirstPage(() => preloadMarkdown().catch(() => undefined))
  const [{ JobsPage }, { startJobs }] = await Promise.all([
    withSlots(withNamespaces('jobs', import('./page/page')), PlanLimitNote),
    import('./start'),
  ])
  startJobs()
  return { Component: JobsPage }
}

export const jobs: Feature = {
  texts: {
    jobs: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  routes: [
    { path: '/jobs', lazy },
    { path: '/jobs/:instruction_id', lazy },
  ],
  slots: [
    filled(
      JobsOfLogbook,
      async () => (await withNamespaces('jobs', import('./logbook/logbook-jobs'))).JobsOfThisLogbook,
    ),
    filled(
      CamerasOfLogbook,
      async () => (await withNamespaces('jobs', import('./logbook/logbook-cameras'))).CamerasOfThisLogbook,
    ),
    filled(
      WordsReaders,
      async () => (await withNamespaces('jobs', import('./words/words-readers'))).WordsReadersOfSource,
    ),
    filled(TimelineMarks, async () => (await withNamespaces('jobs', import('./marks/timeline-marks'))).RunMarks),
    filled(JobOption, async () => (await withNamespaces('jobs', import('./mate-option'))).MateJobOption),
  ],
  // The owner of a job is told that it failed, wherever they are.
  start: () =>
    onFirstUse(
      () =>
        void withNamespaces('jobs', import('./start')).then(
          ({ startJobs }) => startJobs(),
          () => undefined,
        ),
    ),
}
