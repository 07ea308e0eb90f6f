import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { withClient } from '../platform/database/database'
import { type BackupSource, backUp } from './backup'
import { type CommandEnvironment, type Instance, openInstance } from './instance'
import { factsOf, recorded } from './recorded'
import { type Rehearsal, rehearse } from './rehearse'

/** A backup that an operator asked for, recorded like a scheduled one; no schedule removes its file. */
export async function backUpByHand(
  source: BackupSource,
  { file, replaces }: { file: string; replaces: boolean },
  signal: AbortSignal,
): ReturnType<typeof backUp> {
  const make = async () => {
    const made = await backUp(source, file, { replaces, signal })
    return { facts: await factsOf(made), result: made }
  }
  // An older database has no record before it is migrated, and can be backed up for that.
  if (!(await hasRecord(source))) return (await make()).result
  return recorded(source, { kind: 'backup', file, is_scheduled: false, signal }, make)
}

/** A rehearsal that an operator asked for. On a computer without a server, nothing is recorded. */
export async function rehearseByHand(
  environment: CommandEnvironment & { signal: AbortSignal },
  file: string,
): Promise<Rehearsal> {
  const { settings, signal } = environment
  const work = () => rehearse(environment, file, signal)
  if (!settings.DATABASE_URL && !existsSync(join(settings.DATA_DIR, 'postgres'))) return work()
  const instance = await openInstance(environment, { alone: false })
  try {
    if (!(await hasRecord(instance))) return await work()
    return await recorded(instance, { kind: 'rehearsal', file, is_scheduled: false, signal }, async () => {
      const result = await work()
      const { rows, objects, bytes } = result
      return { facts: { file, rows, objects, bytes }, result }
    })
  } finally {
    await instance.close()
  }
}

const hasRecord = ({ owner }: Pick<Instance, 'owner'>): Promise<boolean> =>
  withClient(owner, async client => {
    const { rows } = await client.query<{ found: boolean }>("select to_regclass('operations') is not null as found")
    return rows[0]?.found === true
  })
