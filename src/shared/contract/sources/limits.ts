import { second } from '../../limits'

/** The feed socket as clients keep it [9.5], in addition to the limits of all {@link sockets}. */
export const feed = { reconnects: 3, reconnectDelay: 120 * second, refreshAfter: second } as const
/** Capture on the desktop [9.3, 9.6]: pixels, and JPEG quality from 0 to 1. */
export const capture = {
  width: { least: 1_280, most: 4_000 },
  height: { least: 720, most: 4_000 },
  quality: 0.4,
  autoLaunchCheck: second,
  /** The shortest time between two pictures of one source, however many people look [D32]. */
  atMostEvery: second,
  /** Bytes of pictures that wait on the desktop for their upload. */
  spoolBytes: 500_000_000,
} as const
/** Pictures [D33, D34]: the bytes of one, the seconds that its upload may take, and the days that it is kept. */
export const frames = {
  bytes: 10_000_000,
  uploadSeconds: 60,
  retentionDays: 14,
  retentionDaysAtMost: 365,
} as const
export const camera = { nameLength: 100, descriptionLength: 500, addressLength: 2_000 } as const
/** The timeline of a source: pictures in one answer and in one export, and the speed of a time-lapse. */
export const timeline = { pictures: 240, days: 400, exportedPictures: 3_000, fpsAtMost: 30 } as const
