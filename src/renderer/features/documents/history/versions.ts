import type { Document } from '#shared/contract/documents/endpoints'
import {
  compareVersions,
  listVersions,
  nameVersion,
  readVersion,
  restoreVersion,
  type Version,
} from '#shared/contract/documents/versions'
import type { Answer } from '#shared/contract/endpoint'
import { apiPage, call, type Outcome } from '../../../platform/api'
import type { Failure } from '../../../platform/failure'
import { createSlice } from '../../../platform/store'
import { type Listing, readFirst, readMore, unlisted } from '../listing'
import { useDocuments } from '../store'

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
    const load = (doc_id: number) => readFirst(changer(doc_id), () => apiPage(listVersions, { doc_id }))
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
        const outcome = await call(readVersion, { doc_id, version })
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
