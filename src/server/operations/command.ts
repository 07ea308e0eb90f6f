import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { migrations } from '../features'
import { systemClock } from '../platform/clock'
import { migrate } from '../platform/database/migrate'
import { erasureList } from '../platform/erasure-list'
import { makeLog } from '../platform/log'
import { checkBucket } from '../platform/objects/s3-endpoint'
import { readSettings, type Settings } from '../settings'
import { backupName, newestBackupIn } from './backup-file'
import { backUpByHand, rehearseByHand } from './by-hand'
import { examine } from './doctor'
import { erase } from './erase'
import type { ErasedAgain } from './erase-again'
import { exportOrganisation } from './export'
import { exportPerson } from './export-person'
import { importOrganisation } from './import'
import { type CommandEnvironment, type Instance, openInstance, servingPassword } from './instance'
import { resumeWork } from './load-sql'
import { OperationFailed } from './manifest'
import { restore } from './restore'
import { upgradeDatabase } from './upgrade-database'

interface Call extends CommandEnvironment {
  /** The arguments without the name of the command. */
  args: string[]
  say(line: string): void
  /** Aborted when the person interrupts the command. */
  signal: AbortSignal
}

interface Command {
  /** What follows the name. */
  takes: string
  does: string
  /** Returns the exit code. */
  run(call: Call): Promise<number>
}

/** Paths are relative to the folder in which the person typed the command. */
const pathOf = (text: string) => resolve(process.env.INIT_CWD ?? process.cwd(), text)

const marks = { ok: 'ok  ', note: 'note', fix: 'FIX ' } as const

const commands: Record<string, Command> = {
  backup: {
    takes: '[file or folder]',
    does: 'writes database and files into one file; the server may run',
    run: async call => {
      const target = backupTarget(call.settings, oneArgument(call.args, 'a file or folder'))
      const { file, manifest } = await withInstance(call, instance => backUpByHand(instance, target, call.signal))
      const { objects } = manifest
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      call.say(`${file}: ${rows} rows and ${objects.count} files (${megabytes(objects.bytes)}).`)
      if (objects.vanished > 0) {
        call.say(`${objects.vanished} files were deleted meanwhile and are not in it:`)
        for (const key of objects.vanished_keys) call.say(`  ${key}`)
      }
      if (!call.settings.SECRET) call.say('It contains the keys of this server: keep it where only you can read it.')
      return 0
    },
  },
  rehearse: {
    takes: '[file]',
    does: 'restores the newest backup on trial, compares it and removes it again; the server may run',
    run: async call => {
      const { BACKUP_DIR } = call.settings
      const given = oneArgument(call.args, 'a file')
      const file = given === undefined ? await newestBackupIn(BACKUP_DIR) : pathOf(given)
      if (!file) throw new OperationFailed(`There is no backup in ${BACKUP_DIR}. Make one: wheelhouse backup`)
      const { tables, rows, objects, bytes, erased } = await rehearseByHand(call, file)
      call.say(`${file} was restored into a server of its own, and everything is there:`)
      call.say(
        `${rows} rows in ${tables} tables and ${objects} files (${megabytes(bytes)}), all equal. It is removed again.`,
      )
      call.say(wordsOfErased(erased))
      return 0
    },
  },
  restore: {
    takes: '<file>',
    does: 'restores a backup into an empty data folder, or an empty database and bucket',
    run: async call => {
      const file = oneArgument(call.args, 'a file')
      if (file === undefined) throw new OperationFailed('Name the backup: wheelhouse restore <file>')
      const { manifest, erased } = await restore(call, pathOf(file))
      const { made_at, objects } = manifest
      call.say(`Restored the backup of ${made_at} with ${objects.count} files.`)
      call.say(wordsOfErased(erased))
      call.say('Background work and jobs rest, in case the old server still runs. To resume them: wheelhouse resume')
      return 0
    },
  },
  export: {
    takes: '--organization <number> | --user <number or address> [file]',
    does: 'writes everything of an organisation, or about a person, into an archive; the server may run',
    run: async call => {
      const { values, positionals } = parseArgs({
        args: call.args,
        options: { organization: { type: 'string' }, user: { type: 'string' } },
        allowPositionals: true,
      })
      if (values.user !== undefined) return exportUser(call, { who: values.user, positionals })
      const organization_id = Number(values.organization)
      if (!Number.isSafeInteger(organization_id) || positionals.length > 1)
        throw new OperationFailed('Name the organisation: wheelhouse export --organization <number> [file]')
      const file = pathOf(positionals[0] ?? `organisation-${organization_id}.tar`)
      const { signal } = call
      const manifest = await withInstance(call, instance =>
        exportOrganisation(instance, { organization_id, file, signal }),
      )
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      call.say(`${file}: ${manifest.organization_name}, ${rows} rows and ${manifest.files.count} files.`)
      call.say('Passwords and tokens are not in it; what its members wrote is. manifest.json says what is left out.')
      return 0
    },
  },
  import: {
    takes: '<file>',
    does: 'imports the archive of an organisation into an empty server',
    run: async call => {
      const file = oneArgument(call.args, 'a file')
      if (file === undefined) throw new OperationFailed('Name the archive: wheelhouse import <file>')
      const { organization_name, made_at, files } = await importOrganisation(call, pathOf(file), call.signal)
      call.say(`Imported ${organization_name} as of ${made_at}, with ${files.count} files.`)
      call.say('Members sign in with a code. Cameras with a password need it again, and jobs are paused until resumed.')
      return 0
    },
  },
  migrate: {
    takes: '',
    does: 'brings the database up to date without starting the server, which must be stopped',
    run: async call => {
      const instance = await openInstance(call, { alone: true })
      try {
        await migrate(instance.owner, servingPassword(instance), migrations)
      } finally {
        await instance.close()
      }
      call.say('The database is up to date.')
      return 0
    },
  },
  'upgrade-database': {
    takes: '[folder of the old PostgreSQL]',
    does: 'brings the embedded database to the included version of PostgreSQL; the server must be stopped',
    run: async call => {
      const given = oneArgument(call.args, 'a folder')
      const upgraded = await upgradeDatabase(call, given === undefined ? undefined : pathOf(given))
      if (!upgraded) call.say('The database has the included version of PostgreSQL already.')
      else
        call.say(
          `PostgreSQL ${upgraded.from} → ${upgraded.to}, all rows equal. The old database stays in ${upgraded.kept}.`,
        )
      return 0
    },
  },
  doctor: {
    takes: '',
    does: 'checks settings, disk, database, files, mail and models, and says what to fix',
    run: async call => {
      let isHealthy = true
      for await (const { state, what, says } of examine(call)) {
        isHealthy &&= state !== 'fix'
        call.say(`${marks[state]} ${what}: ${says}`)
      }
      call.say(isHealthy ? 'Nothing needs to be fixed.' : 'Lines with FIX need you.')
      return isHealthy ? 0 : 1
    },
  },
  erase: {
    takes: '--user <number or address>',
    does: 'erases a person at once; the server may run',
    run: async call => {
      const { user } = parseArgs({ args: call.args, options: { user: { type: 'string' } } }).values
      if (!user) throw new OperationFailed('Name the person: wheelhouse erase --user <number, e-mail or phone>')
      const erased = await withInstance(call, instance => erase(instance, user))
      call.say(`Person ${erased.user_id} is erased, with their account, files and sessions.`)
      call.say('Backups from before still contain them. Restoring one erases them again, by erasures.jsonl beside it.')
      return 0
    },
  },
  resume: {
    takes: '',
    does: 'resumes background work and jobs after a restore; the server may run',
    run: async call => {
      const now = new Date(systemClock.now()).toISOString()
      const rested = await withInstance(call, ({ owner }) => resumeWork(owner, now))
      call.say(rested ? 'Background work and jobs go on within a few seconds.' : 'Nothing rests.')
      return 0
    },
  },
}

/**
 * Runs a command of the operator and returns its exit code. Throws `StartupError` with a complete message for whatever
 * the operator can change.
 */
export async function runCommand([name = 'help', ...args]: string[]): Promise<number> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', passOver)
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const command = commands[name]
  if (!command) {
    say(usage())
    return name === 'help' || name === '--help' ? 0 : 1
  }
  const settings = readSettings(process.env)
  await checkBucket(settings)
  const log = makeLog('warn', { write: line => void process.stderr.write(line) })
  let signal: AbortSignal | undefined
  return command.run({
    ...{ args, settings, log, say },
    // Commands that do not ask for it end at once, as programs do.
    get signal() {
      signal ??= interruption()
      return signal
    },
  })
}

/** Nobody reads any more, as in `wheelhouse doctor | head`: what was begun is finished all the same. */
function passOver(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

/** Is aborted by Ctrl-C, so that a command can remove what it has begun. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  const interrupt = () => controller.abort(new OperationFailed('Interrupted. Nothing is left of it.'))
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, interrupt)
  return controller.signal
}

async function exportUser(
  call: Call,
  { who, positionals }: { who: string; positionals: readonly string[] },
): Promise<number> {
  if (positionals.length > 1)
    throw new OperationFailed('Name the person: wheelhouse export --user <number or address> [file]')
  const { signal } = call
  const fileOf = (user_id: number) => pathOf(positionals[0] ?? `person-${user_id}.tar`)
  const { file, manifest } = await withInstance(call, instance => exportPerson(instance, { who, fileOf, signal }))
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  call.say(`${file}: ${manifest.displayname}, ${rows} rows and ${manifest.files.count} files of all organisations.`)
  call.say('Give it to nobody but this person. manifest.json says what is left out.')
  return 0
}

function usage(): string {
  const lines = Object.entries(commands).map(([name, { takes, does }]) => [`${name} ${takes}`.trim(), does] as const)
  const width = Math.max(...lines.map(([call]) => call.length))
  return [
    'wheelhouse <command>, with the same settings as the server:',
    `  ${'serve'.padEnd(width)}  runs the server`,
    ...lines.map(([call, does]) => `  ${call.padEnd(width)}  ${does}`),
    'docs/operating.md explains each.',
  ].join('\n')
}

async function withInstance<T>(environment: CommandEnvironment, work: (instance: Instance) => Promise<T>): Promise<T> {
  const instance = await openInstance(environment, { alone: false })
  try {
    return await work(instance)
  } finally {
    await instance.close()
  }
}

function oneArgument(args: string[], what: string): string | undefined {
  const { positionals } = parseArgs({ args, allowPositionals: true, strict: false })
  if (positionals.length > 1) throw new OperationFailed(`Only one argument is expected: ${what}.`)
  return positionals[0]
}

/** A folder gets a file with a new name; a file that is named is replaced. */
function backupTarget(settings: Settings, given: string | undefined): { file: string; replaces: boolean } {
  const path = given === undefined ? settings.BACKUP_DIR : pathOf(given)
  const isFolder = given === undefined || statSync(path, { throwIfNoEntry: false })?.isDirectory()
  return isFolder
    ? { file: join(path, backupName(systemClock.now())), replaces: false }
    : { file: path, replaces: true }
}

const wordsOfErased = (erased: ErasedAgain | null): string =>
  erased === null
    ? `There is no ${erasureList} beside it or in BACKUP_DIR: whoever was erased since is in it again.`
    : `Erased again, because they were erased since: ${erased.person} people and ${erased.organisation} organisations.`

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
