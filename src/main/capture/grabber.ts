import type { CaptureSource } from '#shared/contract/desktop'
import { capture as limits } from '#shared/contract/sources/limits'
import type { StreamSource } from './state-machine'

/** Captures pictures of a screen or window on this system. */
export interface Grabber {
  /** The sources that can be shared, with small pictures. Throws if the system refuses. */
  list(): Promise<CaptureSource[]>
  /** Prepares to capture a source; without an id the best one [5.8b]. Null if there is none [5.8a]. */
  hold(source_id: string | undefined): Promise<StreamSource | null>
  /** A JPEG of the prepared source. Throws if there is no picture. */
  grab(): Promise<Buffer>
  release(): void
}

/** Selects the source named like the entire screen, else the first one. With an id, that source or none. */
export function chooseSource<S extends StreamSource>(sources: readonly S[], source_id?: string): S | null {
  if (source_id !== undefined) return sources.find(source => source.id === source_id) ?? null
  return sources.find(source => /entire.*screen/i.test(source.name)) ?? sources[0] ?? null
}

interface Display {
  readonly size: { readonly width: number; readonly height: number }
  readonly scaleFactor: number
}

/** The size of a captured picture: that of the display within the limits, with its aspect ratio [9.6a]. */
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
