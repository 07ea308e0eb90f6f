import { z } from 'zod'
import type { Document } from '#shared/contract/documents/endpoints'
import {
  compareVersions,
  listVersions,
  nameVersion,
  readVersion,
  restoreVersion,
  Version,
} from '#shared/contract/documents/versions'
import type { Answer, Page } from '#shared/contract/endpoint'
import { apiPage, call, type Outcome } from '../../../platform/api'
import { answerOrCopy, type CopyScreen, copyInsteadOf, copyMeanwhile } from '../../../platform/copied-answer'
import { useCopiesShown } from '../../../platform/copies-shown'
import { type Failure, failureOf } from '../../../platform/failure'
import { account } from '../../../platform/guest'
import { onResync } from '../../../platform/live'
import { offlineCopies } from '../../../platform/offline-copies'
import { createSlice } from '../../../platform/store'
import { type Listing, readFirst, readMore, unlisted } from '../listing'
import { copyOfPart, useDocuments } from '../store'

/** A version with its text, and the text before it. */
export type ReadVersion = Answer<typeof readVersion>

export type Comparison = Answer<typeof compareVersions>

type Read = { status: 'loading' } | { status: 'failed'; failure: Failure } | { status: 'ready'; version: ReadVersion }

interface State {
  histories: Record<number, Listing<Version>>
  /** By document and version: `3.12`. */
  texts: Record<string, Read>
}

export const versionKey = (doc_id: number, version: number) => `${doc_id}.${version}`

const historyPlace = (doc_id: number) => ({ name: copyOfPart(doc_id, 'versions'), schema: z.array(Version) })
const textPlace = (doc_id: number, version: number) => ({
  name: copyOfPart(doc_id, `version.${version}`),
  schema: readVersion.answer,
})

/** Waits for the newest versions. Their copy is shown if that takes long, and stands in for an answer that fails. */
async function pageOrCopy(
  doc_id: number,
  asked: Promise<Page<Version>>,
  { isEmpty, show }: CopyScreen<Version[]>,
): Promise<Page<Version>> {
  const place = historyPlace(doc_id)
  const owner = account()
  try {
    const page = await copyMeanwhile(asked, place, items => {
      const isShown = isEmpty()
      if (isShown) show(items)
      return isShown
    })
    if (account() === owner) offlineCopies.keep(place.name, page.items)
    return page
  } catch (cause) {
    const items = isEmpty() ? await copyInsteadOf(failureOf(cause).code, place) : null
    if (!items) throw cause
    return { items, next_cursor: null }
  }
}

/** The versions of documents that were requested. */
export const useVersions = createSlice(
  'versions',
  { histories: {}, texts: {} } as State,
  (_set, get, writer) => {
    const changer = (doc_id: number) => {
      const write = writer()
      return (recipe: (listing: Listing<Version>) => void) =>
        write(({ histories }) => {
          histories[doc_id] ??= { ...unlisted, items: [] }
          recipe(histories[doc_id])
        })
    }
    const load = (doc_id: number) => {
      const change = changer(doc_id)
      return readFirst(change, () =>
        pageOrCopy(doc_id, apiPage(listVersions, { doc_id }), {
          isEmpty: () => get().histories[doc_id]?.status === 'loading',
          show: items => change(listing => Object.assign(listing, { ...unlisted, items, status: 'ready' })),
        }),
      )
    }
    return {
      load,

      loadMore: (doc_id: number) =>
        readMore(get().histories[doc_id], changer(doc_id), cursor => apiPage(listVersions, { doc_id, cursor })),

      /**
       * Loads a version again, because a person's newest one keeps changing for ten minutes. If it was continued under a
       * new number meanwhile, that number is returned, otherwise null.
       */
      async read(doc_id: number, version: number): Promise<number | null> {
        const key = versionKey(doc_id, version)
        const write = writer()
        write(({ texts }) => {
          if (texts[key]?.status !== 'ready') texts[key] = { status: 'loading' }
        })
        const place = textPlace(doc_id, version)
        const owner = account()
        const outcome = await answerOrCopy(call(readVersion, { doc_id, version }), place, {
          isEmpty: () => get().texts[key]?.status !== 'ready',
          show: version =>
            write(({ texts }) => {
              texts[key] = { status: 'ready', version }
            }),
        })
        if (outcome.ok && account() === owner) offlineCopies.keep(place.name, outcome.data)
        if (!outcome.ok && outcome.code === 'version.not_found') {
          await load(doc_id)
          const later = get().histories[doc_id]?.items.filter(item => item.version > version) ?? []
          if (later.length > 0) return Math.min(...later.map(item => item.version))
        }
        write(({ texts }) => {
          if (outcome.ok) texts[key] = { status: 'ready', version: outcome.data }
          else if (texts[key]?.status !== 'ready')
            texts[key] = { status: 'failed', failure: { code: outcome.code, message: outcome.message } }
        })
        return null
      },

      /** Names a version; null takes its name away. */
      async name(doc_id: number, version: number, name: string | null): Promise<Outcome<Version>> {
        const change = changer(doc_id)
        const write = writer()
        const outcome = await call(nameVersion, { doc_id, version, name })
        if (outcome.ok) {
          change(({ items }) => {
            for (const item of items) if (item.version === version) item.name = name
          })
          write(({ texts }) => {
            const read = texts[versionKey(doc_id, version)]
            if (read?.status === 'ready') read.version.name = name
          })
        }
        return outcome
      },

      /** Two versions, and who wrote what between them. */
      compare: (doc_id: number, from: number, to: number): Promise<Outcome<Comparison>> =>
        call(compareVersions, { doc_id, from, to }),

      /** Restores a version as a new one, based on the newest one that the person has seen. */
      async restore(doc_id: number, version: number, current: number): Promise<Outcome<Document>> {
        const outcome = await call(restoreVersion, { doc_id, version, current })
        if (outcome.ok) useDocuments.getState().read(outcome.data)
        return outcome
      },
    }
  },
  { scope: 'organisation' },
)

// What was left meanwhile would be reported as a copy for ever.
onResync(() => {
  const { shown } = useCopiesShown.getState()
  const { histories, texts, load, read } = useVersions.getState()
  for (const doc_id of Object.keys(histories).map(Number)) if (historyPlace(doc_id).name in shown) void load(doc_id)
  for (const key of Object.keys(texts)) {
    const [doc_id = 0, version = 0] = key.split('.').map(Number)
    if (textPlace(doc_id, version).name in shown) void read(doc_id, version)
  }
})
