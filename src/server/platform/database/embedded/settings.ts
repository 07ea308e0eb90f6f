import { createHash } from 'node:crypto'
import { logLinePrefix } from './log-lines'

/** The port determines the file name of the socket. Its folder belongs to one PostgreSQL alone. */
export const socketPort = 5432

/**
 * The setting from which a running PostgreSQL reports how it was started, to compare with how it would be started now.
 */
export const launchSetting = 'wheelhouse.launch'

const onWindows = process.platform === 'win32'

/** For a small machine: few processes, little memory, no setting that could lose an acknowledged write. */
const settings = {
  max_connections: '60',
  shared_buffers: '32MB',
  huge_pages: 'off',
  // Reads in the process that needs the data, instead of in three more idle processes.
  io_method: 'sync',
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_replication_slots: '0',
  max_wal_size: '512MB',
  checkpoint_timeout: '10min',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  max_logical_replication_workers: '0',
  autovacuum: 'on',
  autovacuum_worker_slots: '2',
  autovacuum_max_workers: '2',
  password_encryption: 'scram-sha-256',
  TimeZone: 'UTC',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: logLinePrefix,
  // No statement and no row value may reach a log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  // Cancels the statement of a killed server and releases its locks. Not available on Windows.
  ...(!onWindows && { client_connection_check_interval: '2s' }),
}

/** Older versions, whose databases are upgraded, refuse to start with these. */
const since18 = ['io_method', 'autovacuum_worker_slots']

const durability = (durable: boolean) => {
  const value = durable ? 'on' : 'off'
  // One that is not durable is for rehearsals and tests; tests run several servers on it, each with its own connections.
  const connectionLimit = durable ? {} : { max_connections: '200' }
  return { fsync: value, synchronous_commit: value, full_page_writes: value, ...connectionLimit }
}

/** How PostgreSQL is reached: a folder for its socket, or a local port where there are no Unix sockets. */
export type Listening = { socketFolder: string } | { port: number }

const address = (at: Listening) =>
  'port' in at
    ? { listen_addresses: '127.0.0.1', port: String(at.port), unix_socket_directories: '' }
    : {
        listen_addresses: '',
        port: String(socketPort),
        unix_socket_directories: `"${at.socketFolder}"`,
        unix_socket_permissions: '0700',
      }

/**
 * Identifies everything that determines how PostgreSQL runs, so that a later version of the server notices a
 * difference.
 */
export function launchMark(durable: boolean, version: string): string {
  const all = JSON.stringify([version, settings, durability(durable)])
  return createHash('sha256').update(all).digest('hex').slice(0, 16)
}

/** The arguments for `postgres` after its data folder. */
export function launchArguments(durable: boolean, version: string, at: Listening): string[] {
  const all = { ...settings, ...durability(durable), ...address(at), [launchSetting]: launchMark(durable, version) }
  const refused = Number.parseInt(version, 10) < 18 ? since18 : []
  return Object.entries(all).flatMap(([name, value]) => (refused.includes(name) ? [] : ['-c', `${name}=${value}`]))
}

/**
 * The environment of PostgreSQL's programs. It holds only what they need: `PG*` variables would change their behaviour,
 * and the server's own variables may be secret.
 */
export function programEnvironment(): NodeJS.ProcessEnv {
  const needed = onWindows ? ['PATH', 'SystemRoot', 'SystemDrive', 'ComSpec', 'TEMP', 'TMP', 'USERPROFILE'] : ['PATH']
  const kept = needed.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' }
}
