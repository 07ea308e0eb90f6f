import type { DesktopCapturer, DesktopCapturerSource, NativeImage, Screen, SourcesOptions } from 'electron'
import { capture as limits } from '#shared/contract/sources/limits'
import { chooseSource, frameSize, type Grabber } from './grabber'
import type { StreamSource } from './state-machine'

type Picture = Pick<NativeImage, 'isEmpty' | 'toJPEG' | 'toDataURL'>
type Source = Pick<DesktopCapturerSource, 'id' | 'name' | 'display_id'> & { thumbnail: Picture }

export interface ThumbnailParts {
  capturer: { getSources(options: SourcesOptions): Promise<readonly Source[]> } | DesktopCapturer
  screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'>
}

/** The size of previews in pixels. */
const preview = { width: 320, height: 200 }

/**
 * Captures pictures as full-size thumbnails, each fetched on request; nothing is held in between (X11, Windows, macOS).
 */
export class Thumbnails implements Grabber {
  #held: { source: StreamSource; size: { width: number; height: number } } | null = null

  constructor(private readonly parts: ThumbnailParts) {}

  async list() {
    const sources = await this.#fetch(['screen', 'window'], preview)
    return sources.map(({ id, name, thumbnail }) => ({ id, name, thumbnail: thumbnail.toDataURL() }))
  }

  async hold(source_id: string | undefined): Promise<StreamSource | null> {
    // Without pictures, because only names and displays matter yet.
    const found = chooseSource(await this.#fetch(typesOf(source_id), { width: 0, height: 0 }), source_id)
    if (!found) return null
    const { screen } = this.parts
    const display =
      screen.getAllDisplays().find(allDisplay => String(allDisplay.id) === found.display_id) ??
      screen.getPrimaryDisplay()
    const source = { id: found.id, name: found.name }
    this.#held = { source, size: frameSize(display) }
    return source
  }

  async grab(): Promise<Buffer> {
    const held = this.#held
    if (!held) throw new Error('No source is held.')
    const sources = await this.#fetch(typesOf(held.source.id), held.size)
    // Released while the system took its time, so its result must not be used.
    if (this.#held !== held) throw new Error('The source was released.')
    const picture = sources.find(source => source.id === held.source.id)?.thumbnail
    if (!picture || picture.isEmpty()) throw new Error('There is no picture of the source.')
    return picture.toJPEG(limits.quality * 100)
  }

  release(): void {
    this.#held = null
  }

  #fetch(types: SourcesOptions['types'], thumbnailSize: { width: number; height: number }): Promise<readonly Source[]> {
    return this.parts.capturer.getSources({ types, thumbnailSize })
  }
}

/** Requests only the needed kind of source, because the system draws a picture of each. */
function typesOf(source_id: string | undefined): SourcesOptions['types'] {
  return source_id?.startsWith('window:') ? ['window'] : ['screen']
}
