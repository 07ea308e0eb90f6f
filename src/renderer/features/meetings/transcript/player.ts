import type { Transcript } from '#shared/contract/meetings/endpoints'
import { steadyNow } from '../../../platform/clock'
import type { freshFile } from '../store'

export type Files = Transcript['files']

/** Milliseconds for which an address is treated as valid. The server guarantees at least half a minute. */
const isGoodFor = 20_000
export const speeds = [0.75, 1, 1.25, 1.5, 2] as const

export interface Playing {
  /** Seconds from the beginning of the first file. */
  time: number
  isPlaying: boolean
  speed: number
  /** This browser cannot play it, or the file is gone. */
  isBroken: boolean
}

/**
 * Plays the files of a recording as one, on a given audio element. An expired address is replaced, and playback
 * continues where it was.
 */
export class Player {
  #now: Playing = { time: 0, isPlaying: false, speed: 1, isBroken: false }
  #watchers = new Set<() => void>()
  #audio: HTMLAudioElement | null = null
  #files: Files = []
  #issuedAt = 0
  /** The index of the loaded file; -1 for none. */
  #index = -1
  /** The position to seek to once the element has loaded its file; null if there is none. */
  #wanted: number | null = null
  #isWanted = false
  #loads = 0

  /** `fresh` requests a current address of a file. */
  constructor(private readonly fresh: (file_id: string) => ReturnType<typeof freshFile>) {}

  get now(): Playing {
    return this.#now
  }

  subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Plays on this element from now on. Returns the function that detaches it. */
  attach(audio: HTMLAudioElement): () => void {
    this.#audio = audio
    const events = {
      timeupdate: () => {
        if (this.#wanted === null && !audio.error)
          this.#change({ time: this.#startOf(this.#index) + audio.currentTime })
      },
      play: () => this.#change({ isPlaying: true }),
      pause: () => {
        if (!audio.error && this.#wanted === null && !audio.ended) this.#paused()
      },
      loadedmetadata: () => this.#arrive(audio),
      ended: () => this.#next(),
      error: () => void this.#renew(),
    }
    for (const [name, playFrom] of Object.entries(events)) audio.addEventListener(name, playFrom)
    return () => {
      for (const [name, playFrom] of Object.entries(events)) audio.removeEventListener(name, playFrom)
      audio.pause()
      audio.removeAttribute('src')
      this.#audio = null
      this.#index = -1
    }
  }

  /** Sets the files to play, and when their addresses were issued. */
  show(files: Files, told_at: number): void {
    this.#files = files
    this.#issuedAt = told_at
  }

  play(): void {
    this.#isWanted = true
    if (this.#index < 0) void this.#go(this.#now.time)
    else this.#start()
  }

  pause(): void {
    this.#isWanted = false
    this.#audio?.pause()
    this.#paused()
  }

  toggle(): void {
    if (this.#now.isPlaying) this.pause()
    else this.play()
  }

  seek(time: number): void {
    const last = this.#files.at(-1)
    const end = last ? last.starts_at + (last.file.file_metadata.duration_seconds ?? Number.POSITIVE_INFINITY) : 0
    void this.#go(Math.max(0, Math.min(time, end)))
  }

  /** Plays from a position. */
  playFrom(time: number): void {
    this.#isWanted = true
    this.seek(time)
  }

  skip(seconds: number): void {
    this.seek(this.#now.time + seconds)
  }

  setSpeed(speed: number): void {
    if (this.#audio) this.#audio.playbackRate = speed
    this.#change({ speed })
  }

  #startOf(index: number): number {
    return this.#files[index]?.starts_at ?? 0
  }

  async #go(time: number): Promise<void> {
    this.#change({ time, isBroken: false })
    const index = Math.max(
      0,
      this.#files.findLastIndex(file => file.starts_at <= time),
    )
    const at = time - this.#startOf(index)
    if (index !== this.#index) return this.#load(index, at)
    const audio = this.#audio
    if (!audio) return
    if (audio.readyState === 0) this.#wanted = at
    else audio.currentTime = at
    if (this.#isWanted) this.#start()
  }

  async #load(index: number, at: number): Promise<void> {
    this.#index = index
    this.#wanted = at
    const audio = this.#audio
    const file = this.#files[index]?.file
    if (!audio || !file) return
    this.#loads += 1
    const mine = this.#loads
    let address = file.url
    if (steadyNow() - this.#issuedAt > isGoodFor) {
      const fresh = await this.fresh(file.file_id)
      if (mine !== this.#loads || this.#audio !== audio) return
      if (fresh === undefined) return this.#change({ isBroken: true, isPlaying: false })
      address = fresh?.url ?? address
      if (fresh) this.#remember(fresh)
    }
    audio.src = address
    audio.load()
    if (this.#isWanted) this.#start()
  }

  #remember(file: Files[number]['file']): void {
    this.#files = this.#files.map(part => (part.file.file_id === file.file_id ? { ...part, file } : part))
    this.#issuedAt = steadyNow()
  }

  /** The file has loaded, so the element seeks to the requested position. */
  #arrive(audio: HTMLAudioElement): void {
    audio.playbackRate = this.#now.speed
    if (this.#wanted !== null && this.#wanted > 0) audio.currentTime = this.#wanted
    this.#wanted = null
  }

  #start(): void {
    // Browsers reject this before the person has interacted, and while another position loads.
    void this.#audio?.play().catch(() => undefined)
  }

  #paused(): void {
    this.#isWanted = false
    this.#change({ isPlaying: false })
  }

  #next(): void {
    const { file, starts_at } = this.#files[this.#index + 1] ?? {}
    if (file && starts_at !== undefined) void this.#load(this.#index + 1, 0)
    else this.#paused()
  }

  /** Replaces an address that did not lead to the file. If the new one fails too, the player is broken. */
  async #renew(): Promise<void> {
    const index = this.#index
    if (index < 0) return
    if (steadyNow() - this.#issuedAt < isGoodFor) return this.#change({ isBroken: true, isPlaying: false })
    await this.#load(index, this.#wanted ?? this.#now.time - this.#startOf(index))
  }

  #change(change: Partial<Playing>): void {
    this.#now = { ...this.#now, ...change }
    for (const watcher of this.#watchers) watcher()
  }
}
