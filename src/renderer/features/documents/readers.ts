import { listReaders, type Reader } from '#shared/contract/documents/endpoints'
import { apiPage } from '../../platform/api'
import { createSlice } from '../../platform/store'
import { type Listing, readFirst, readMore, unlisted } from './listing'

interface State {
  readers: Record<number, Listing<Reader>>
}

/** Who may see a document and why, by document [D21, D41]. */
export const useReaders = createSlice(
  'documentReaders',
  { readers: {} } as State,
  (_set, get, writer) => {
    const changer = (doc_id: number) => {
      const write = writer()
      return (recipe: (listing: Listing<Reader>) => void) =>
        write(({ readers }) => {
          readers[doc_id] ??= { ...unlisted, items: [] }
          recipe(readers[doc_id])
        })
    }
    return {
      load: (doc_id: number) => readFirst(changer(doc_id), () => apiPage(listReaders, { doc_id })),
      loadMore: (doc_id: number) =>
        readMore(get().readers[doc_id], changer(doc_id), cursor => apiPage(listReaders, { doc_id, cursor })),
    }
  },
  { scope: 'organisation' },
)
