import { rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AppContext } from '../platform/app-context'
import type { Connection } from '../platform/database/connection'
import { type Schedule, schedule } from '../platform/jobs/job'
import type { Settings } from '../settings'
import type { BackupSource } from './backup'
import { backupName, newestBackupIn } from './backup-file'
import { claimNotice, type OperationKind, readLast, rehearsedFiles, scheduledBackups, setRemoved } from './history-sql'
import { OperationFailed } from './manifest'
import { factsOf, recorded } from './recorded'

/** Super users are told of the same trouble once in this time, in milliseconds. */
const noticeInterval = 20 * 60 * 60 * 1000
/** What a backup must leave free on its disk, in bytes. */
const spare = 500e6

/** The backups and rehearsals that the settings ask for, as jobs of one server at a time. */
export function operationSchedules({ BACKUP_SCHEDULE, REHEARSAL_SCHEDULE }: Settings, owner: Connection): Schedule[] {
  const onGivenUp = (kind: OperationKind) => (app: AppContext) => tellSuperUsers(app, owner, kind)
  return [
    ...(BACKUP_SCHEDULE
      ? [
          schedule('operations.backup', BACKUP_SCHEDULE, (app, { signal }) => backUpNow({ ...app, owner }, signal), {
            onGivenUp: onGivenUp('backup'),
          }),
        ]
      : []),
    ...(REHEARSAL_SCHEDULE
      ? [
          schedule(
            'operations.rehearsal',
            REHEARSAL_SCHEDULE,
            (app, { signal }) => rehearseNewest({ ...app, owner }, signal),
            { onGivenUp: onGivenUp('rehearsal') },
          ),
        ]
      : []),
  ]
}

type Source = BackupSource & Pick<AppContext, 'log'>

/** Makes a backup, reads it back, and then removes those that are no longer kept. */
export async function backUpNow(source: Source, signal: AbortSignal): Promise<void> {
  // Loaded when it is needed, which is rarely.
  const [{ backUp }, { checkBackup }] = await Promise.all([import('./backup'), import('./read-backup')])
  const { settings, owner, clock, log } = source
  const wanted = join(settings.BACKUP_DIR, backupName(clock.now()))
  const { file, rows, objects } = await recorded(
    source,
    { kind: 'backup', file: wanted, is_scheduled: true, signal },
    async () => {
      await requireRoom(source)
      const made = await backUp(source, wanted, { replaces: false, signal })
      await checkBackup(made.file, signal).catch(async error => {
        // What cannot be restored must not look like a backup.
        await rm(made.file, { force: true })
        throw error
      })
      const facts = await factsOf(made)
      return { facts, result: facts }
    },
  )
  const removed = await removeOld({ settings, owner, now: new Date(clock.now()).toISOString() })
  log.info({ file, rows, objects, removed }, 'A backup was made.')
}

/** A backup that fills the disk would also stop the server, if both are on the same one. */
async function requireRoom({ settings, owner }: Source): Promise<void> {
  const [newest] = await scheduledBackups(owner)
  if (!newest?.bytes) return
  const free = await statfs(settings.BACKUP_DIR).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.POSITIVE_INFINITY,
  )
  if (free < newest.bytes * 1.1 + spare)
    throw new OperationFailed(
      `${settings.BACKUP_DIR} has ${(free / 1e9).toFixed(1)} GB free, too little for another backup. Make room, or lower BACKUP_KEEP.`,
    )
}

/**
 * Removes the oldest scheduled backups of this folder beyond those that are kept. It only touches files that are recorded
 * as made by a schedule and have not been changed since, and never the newest good one, nor the newest that a rehearsal
 * has proven. Returns how many it removed.
 */
export async function removeOld({
  settings,
  owner,
  now,
}: {
  settings: Pick<Settings, 'BACKUP_DIR' | 'BACKUP_KEEP'>
  owner: Connection
  now: string
}): Promise<number> {
  const here: { id: number; file: string }[] = []
  for (const backup of await scheduledBackups(owner)) {
    if (dirname(backup.file) !== settings.BACKUP_DIR) continue
    const facts = await stat(backup.file).catch(() => null)
    if (facts?.isFile() && facts.size === backup.bytes) here.push(backup)
  }
  const rehearsed = new Set(await rehearsedFiles(owner))
  const proven = here.find(({ file }) => rehearsed.has(file))
  const old = here.slice(Math.max(1, settings.BACKUP_KEEP)).filter(backup => backup !== proven)
  for (const { id, file } of old) {
    await rm(file, { force: true })
    await setRemoved(owner, id, now)
  }
  return old.length
}

/** Restores the newest backup somewhere else and compares it, in a process that goes on serving. */
async function rehearseNewest(source: Source, signal: AbortSignal): Promise<void> {
  const { rehearse } = await import('./rehearse')
  const file = await newestBackupIn(source.settings.BACKUP_DIR)
  await recorded(
    source,
    { kind: 'rehearsal', file: file ?? source.settings.BACKUP_DIR, is_scheduled: true, signal },
    async () => {
      if (!file) throw new OperationFailed(`There is no backup in ${source.settings.BACKUP_DIR} to rehearse.`)
      const { rows, objects, bytes } = await rehearse(source, file, signal)
      source.log.info({ file, rows, objects }, 'The newest backup was restored elsewhere, and is complete.')
      return { facts: { file, rows, objects, bytes }, result: undefined }
    },
  )
}

const whatFailed: Record<OperationKind, string> = {
  backup: 'The scheduled backup failed',
  rehearsal: 'The newest backup could not be restored in a rehearsal',
}

/** Sends the failure to everybody in `SUPER_USERS`; the log has it in any case. */
async function tellSuperUsers(app: AppContext, owner: Connection, kind: OperationKind): Promise<void> {
  const now = app.clock.now()
  const since = new Date(now - noticeInterval).toISOString()
  const failure = await claimNotice(owner, kind, { now: new Date(now).toISOString(), since })
  if (!failure) return
  const { good } = await readLast(owner, kind)
  const text = [
    `${whatFailed[kind]} on ${app.publicUrl()}: ${failure.error ?? 'the server was killed while it ran.'}`,
    good ? `The last one that went well was at ${good.ended_at}.` : 'None has gone well yet.',
    'On the server, “wheelhouse doctor” says more.',
  ].join('\n\n')
  for (const to of app.settings.SUPER_USERS)
    await app.messenger
      .send({ to, subject: `Wheelhouse: ${whatFailed[kind].toLowerCase()}`, text })
      .catch(error => app.log.error({ err: error }, 'A super user could not be told of a failed backup.'))
}
