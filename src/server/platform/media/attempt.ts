import type { Logger } from 'pino'
import type { Clock } from '../clock'
import type { Credentials } from './credentials'
import type { Cidr, Network } from './guard'

/** One attempt to get pictures from a camera. It lasts as long as pictures arrive, and throws when they stop. */
export interface Attempt {
  /** Contains no name and password. */
  address: URL
  credentials: Credentials
  /** Milliseconds between useful pictures; more may be passed. */
  every: number
  /** Receives the codec of the video, once the camera named it. */
  codec?(name: string): void
  /** Receives each complete JPEG picture. */
  picture(jpeg: Buffer): void
  /** Aborted when the camera is closed or silent for too long. Everything opened is closed before the attempt ends. */
  signal: AbortSignal
  clock: Clock
  allowed: readonly Cidr[]
  network: Network
  log: Logger
}
