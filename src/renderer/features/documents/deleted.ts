import { type DeletedItem, listDeleted } from '#shared/contract/documents/endpoints'
import { apiPage } from '../../platform/api'
import { createSlice } from '../../platform/store'
import { type Listing, readFirst, readMore, unlisted } from './listing'

interface State {
  deleted: Listing<DeletedItem>
}

/** Deleted documents that the person may restore. */
export const useDeleted = createSlice(
  'deletedDocuments',
  { deleted: { ...unlisted, items: [] } } as State,
  (set, get, writer) => {
    const changer = () => {
      const write = writer()
      return (recipe: (listing: Listing<DeletedItem>) => void) => write(({ deleted }) => recipe(deleted))
    }
    return {
      load: () => readFirst(changer(), () => apiPage(listDeleted, {})),
      loadMore: () => readMore(get().deleted, changer(), cursor => apiPage(listDeleted, { cursor })),
      isBack(doc_id: number) {
        set(({ deleted }) => {
          deleted.items = deleted.items.filter(item => item.doc_id !== doc_id)
        })
      },
    }
  },
  { scope: 'organisation' },
)
