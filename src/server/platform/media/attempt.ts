import type { Logger } from 'pino'
import type { Clock } from '../clock'
import type { Credentials } from './credentials'
import type { Cidr, Network } from './guard'

/** One try to get pictures from a camera: lasts for as long as they come, and throws when they do no more. */
export interface Attempt {
  /** Holds no name and password. */
  address: URL
  credentials: Credentials
  /** Milliseconds between pictures that are of use; more may be given. */
  every: number
  /** Gets each whole JPEG picture. */
  picture(jpeg: Buffer): void
  /** Aborted when the camera is closed or says nothing for too long: everything opened is closed before the attempt ends. */
  signal: AbortSignal
  clock: Clock
  allowed: readonly Cidr[]
  network: Network
  log: Logger
}
