import type { PictureMeasurement, PictureRegion } from '#shared/rules/picture-rules'
import { type AppContext, perApp } from '../app-context'
import { ConcurrencyLimit } from '../concurrency-limit'
import { ThreadPool } from '../threads'
import type { measureWork } from './measure-work'
import { decodeRaster, PictureError, type Raster } from './raster'

/** JPEG or PNG bytes, or the raster of an earlier measurement, which need not be decoded again. */
export type Picture = Buffer | Raster

export interface MeasureRequest {
  frame: Picture
  /** The frame before; without it, `change` is null. */
  previous?: Picture | undefined
  /** How the place looks when nothing happens; without it, what depends on it is null. */
  reference?: Picture | undefined
  regions?: readonly PictureRegion[] | undefined
}

export interface Measured {
  measurement: PictureMeasurement
  /** The frame as 14 kB, to be the `previous` of the next request. */
  raster: Raster
}

/** How many pictures are measured at once, and how many may wait. */
const atOnce = 2
const waitingAtMost = 64

/** Measures pictures without a language model [D28]. Two at once; decoding and computing leave the server's thread free. */
export class PictureMeter {
  readonly #pool = new ThreadPool<typeof measureWork>(
    new URL('./measure-thread.ts', import.meta.url),
    async () => (await import('./measure-work')).measureWork,
    atOnce,
  )
  readonly #limit = new ConcurrencyLimit(atOnce, waitingAtMost, () => new PictureError('busy'))

  /** Throws a {@link PictureError}: about the pictures, or `busy` while 64 others wait. */
  measure({ frame, previous, reference, regions = [] }: MeasureRequest): Promise<Measured> {
    return this.#limit.run(async () => {
      const raster = await rasterOf(frame)
      const others = [await optional(previous), await optional(reference)] as const
      const input = { frame: raster, previous: others[0], reference: others[1], regions }
      return { measurement: await this.#pool.run('measure', input), raster }
    })
  }

  /** The raster of a picture that is compared with many, like a reference. Throws like {@link measure}. */
  raster(picture: Buffer): Promise<Raster> {
    return this.#limit.run(() => decodeRaster(picture))
  }
}

const rasterOf = (picture: Picture) => (Buffer.isBuffer(picture) ? decodeRaster(picture) : picture)
const optional = async (picture: Picture | undefined) => (picture ? rasterOf(picture) : null)

/** The server's own meter; all jobs share its bound. */
export const pictureMeter: (app: AppContext) => PictureMeter = perApp(() => new PictureMeter())
