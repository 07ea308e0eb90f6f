import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Id } from '#shared/contract/common'
import type { AppContext } from '../../platform/app-context'
import { withTemporaryFolder } from '../../platform/files/temporary-folder'
import { job } from '../../platform/jobs/job'
import { registryOf } from '../../platform/registry'
import { NoMember, readAsSystem, runAsPerson, runAsSystem } from '../../platform/run-as'
import { writeArchive } from './archive/archive'
import { rowsOf } from './archive/rows-sql'
import * as store from './store'

/** What an export must leave free on the disk of the server, in bytes. */
const spare = 1e9

const ExportInput = z.object({ organization_id: Id, export_id: Id })

/** There is too little room on the disk to put an archive together. */
class NoRoom extends Error {
  override name = 'NoRoom'
}

/** Whoever is no owner any more gets no archive. */
class NoOwner extends Error {
  override name = 'NoOwner'
}

/**
 * Writes the archive of an organisation for one of its owners. It reads as the role that serves requests, limited to the
 * organisation, so row level security keeps everything else out; and only what its person may still see at its start.
 */
export const makeExport = job('exports.make', {
  input: ExportInput,
  retry: { attempts: 2, delaySeconds: 30 },
  async run(app, place, { signal }) {
    const { organization_id } = place
    const viewer = await readAsSystem(app, organization_id, ({ tx }) => store.personOf(tx, place))
    if (viewer === null) return
    if (!(await isOwner(app, organization_id, viewer))) throw new NoOwner('The person is no owner any more.')
    await runAsSystem(app, organization_id, ({ tx }) => store.setStatus(tx, place, { status: 'running' }))
    await requireRoom(app, organization_id)
    await withTemporaryFolder(app, async folder => {
      const file = join(folder, 'export.tar')
      const scope = { organization_id, viewer, migrations: registryOf(app).migrations }
      const { bytes } = await writeArchive({ ...app, scope, file, signal }, work =>
        store.readSnapshot(app, scope, async tx => work(await rowsOf(tx, scope))),
      )
      const key = store.archiveKey(place)
      await app.objects.putFile(key, file, 'application/x-tar')
      const isWanted = await runAsSystem(app, organization_id, ({ tx, now }) =>
        store.setStatus(tx, place, { status: 'ready', ended_at: now, bytes }),
      )
      if (!isWanted) await app.objects.delete(key)
    })
  },
  isNeeded: async (app, place) =>
    (await readAsSystem(app, place.organization_id, ({ tx }) => store.personOf(tx, place))) !== null,
  onGivenUp: async (app, place) => {
    await runAsSystem(app, place.organization_id, ({ tx, now }) =>
      store.setStatus(tx, place, { status: 'failed', ended_at: now }),
    )
  },
})

async function isOwner(app: AppContext, organization_id: number, user_id: number): Promise<boolean> {
  return runAsPerson(app, { organization_id, user_id }, async ({ member }) => member.org_role === 'owner').catch(
    error => {
      if (!(error instanceof NoMember)) throw error
      return false
    },
  )
}

async function requireRoom(app: AppContext, organization_id: number): Promise<void> {
  const bytes = await readAsSystem(app, organization_id, ({ tx }) => store.storedBytes(tx, organization_id))
  const { bavail, bsize } = await statfs(app.settings.DATA_DIR)
  // With files in the data folder, the archive is there twice for a moment.
  if (bavail * bsize < 2 * bytes + spare)
    throw new NoRoom('The disk of the server has too little room for the archive.')
}
