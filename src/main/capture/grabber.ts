import type { CaptureSource } from '#shared/contract/desktop'
import { capture as limits } from '#shared/contract/sources/limits'
import type { HeldSource } from './state-machine'

/** How pictures of a screen or window are had on this system. */
export interface Grabber {
  /** What can be shared, with small pictures. Throws where the system refuses. */
  list(): Promise<CaptureSource[]>
  /** Gets ready to take pictures of a source; without an id of the best one [5.8b]. Null when there is none [5.8a]. */
  hold(source_id: string | undefined): Promise<HeldSource | null>
  /** One JPEG of what is held. Throws where no picture can be had. */
  grab(): Promise<Buffer>
  release(): void
}

/** Among sources the one named like the entire screen, else the first; one that was asked for by id is taken or nothing is. */
export function chooseSource<S extends HeldSource>(sources: readonly S[], source_id?: string): S | null {
  if (source_id !== undefined) return sources.find(source => source.id === source_id) ?? null
  return sources.find(source => /entire.*screen/i.test(source.name)) ?? sources[0] ?? null
}

interface Display {
  readonly size: { readonly width: number; readonly height: number }
  readonly scaleFactor: number
}

/** How large a picture of a display is taken: its own pixels and shape where they lie within the limits [9.6a]. */
export function frameSize({ size, scaleFactor }: Display): { width: number; height: number } {
  const { width, height } = limits
  const own = { width: size.width * scaleFactor, height: size.height * scaleFactor }
  const up = Math.max(1, width.least / own.width, height.least / own.height)
  const down = Math.min(1, width.most / (own.width * up), height.most / (own.height * up))
  return {
    width: clamp(own.width * up * down, width),
    height: clamp(own.height * up * down, height),
  }
}

function clamp(pixels: number, { least, most }: { least: number; most: number }): number {
  return Math.min(most, Math.max(least, Math.round(pixels)))
}
