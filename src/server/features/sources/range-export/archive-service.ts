import { makeZip } from 'client-zip'
import { Temporal } from 'temporal-polyfill'
import type { Body } from '#shared/contract/endpoint'
import type { ExportedRange, exportFrames } from '#shared/contract/sources/exports'
import type { DownloadFile, PreflightContext } from '../../../platform/http/route'
import type { MemberContext } from '../../../platform/request-context'
import { pictureType } from '../../../platform/vision/raster'
import { beginExport, describeRange, openedFrames, skippingUnreadable } from './chosen-frames'
import { archives } from './exports'

type Params = Body<typeof exportFrames>

/** What the archive of a range would have in it. */
export const describe = (ctx: MemberContext, params: Params): Promise<ExportedRange> => describeRange(ctx, params)

/** The pictures of a range as they are stored, in a ZIP archive that holds one of them in memory at a time. */
export async function offer(preflight: PreflightContext, params: Params): Promise<DownloadFile> {
  const running = archives(preflight.app)
  const check = () => running.requireFree()
  const { ids, zone, name } = await beginExport(preflight, params, { type: 'zip', mime: 'application/zip', check })
  return {
    name,
    content: running.make(signal => archiveOf(entries(preflight, params, { ids, zone, signal }))),
  }
}

interface Making {
  ids: readonly string[]
  zone: string
  signal: AbortSignal
}

/** The pictures, named by their instants. What is no picture, or deleted meanwhile, is left out. */
async function* entries(preflight: PreflightContext, { source }: Params, { ids, zone, signal }: Making) {
  const named = new Map<string, number>()
  for await (const frame of openedFrames(preflight, source, ids)) {
    signal.throwIfAborted()
    const input = await skippingUnreadable(() => frame.read())
    const type = input && pictureType(input)
    if (!type) continue
    const instant = nameOf(frame.taken_at, zone)
    const number = (named.get(instant) ?? 0) + 1
    named.set(instant, number)
    const name = `${instant}${number > 1 ? ` ${number}` : ''}.${extensions[type]}`
    yield { name, lastModified: new Date(frame.taken_at), input }
  }
}

const extensions = { jpeg: 'jpg', png: 'png' }

/**
 * `2026-11-20 15.21.07.123 +0100`: sorts by time, is one instant even where clocks are set back, and is a name that
 * every system accepts.
 */
function nameOf(taken_at: string, zone: string): string {
  const at = Temporal.Instant.from(taken_at).toZonedDateTimeISO(zone)
  const time = at.toPlainTime().toString({ smallestUnit: 'millisecond' }).replaceAll(':', '.')
  return `${at.toPlainDate()} ${time} ${at.offset.replaceAll(':', '')}`
}

async function* archiveOf(files: ReturnType<typeof entries>): AsyncGenerator<Uint8Array> {
  const reader = makeZip(files).getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    // Ends the loop over the pictures by an error, which comes back from there.
    await reader.cancel(new Error('Nobody takes the rest of the archive.')).catch(() => {})
  }
}
