import { exportOrganisation } from '#shared/contract/exports/endpoints'
import { feature } from '../../platform/feature'
import { route } from '../../platform/http/route'
import { makeExport } from './job'
import { exportsTable } from './migrations/0091-exports'
import { withdrawnExports } from './migrations/0143-withdrawn-exports'
import * as exporting from './service'

/** Gives owners an archive of their organisation. */
export const exportsFeature = feature({
  name: 'exports',
  routes: [route(exportOrganisation, exporting.change)],
  migrations: [exportsTable, withdrawnExports],
  jobs: [makeExport],
  cleanups: exporting.exportCleanups,
})
