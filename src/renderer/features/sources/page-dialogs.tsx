import { Suspense } from 'react'
import { useSession } from '../../platform/session'
import { lazyComponent } from '../../ui/lazy-component'
import { useCan } from '../organisations/store'
import type { Item } from './items'
import { keyOf } from './keys'
import type { SourcesView } from './view'

const CameraDialog = lazyComponent(async () => (await import('./camera-dialog')).CameraDialog)
const DeleteCamera = lazyComponent(async () => (await import('./delete-camera')).DeleteCamera)
const CameraAccess = lazyComponent(async () => (await import('./access-dialog')).CameraAccess)
const OwnAccess = lazyComponent(async () => (await import('./access-dialog')).OwnAccess)

/** The open dialog: for a source, or for a new camera. */
export type Question = { what: 'edit' | 'delete'; item: Item } | { what: 'add' } | null

interface Props {
  question: Question
  onClose: () => void
  view: SourcesView
}

/** The dialogs of the page, including the access dialog that the address names. */
export function PageDialogs(props: Props) {
  return (
    <Suspense fallback={null}>
      <QuestionDialog {...props} />
      <Access view={props.view} />
    </Suspense>
  )
}

function QuestionDialog({ question, onClose, view }: Props) {
  if (!question) return null
  if (question.what === 'add') {
    return (
      <CameraDialog
        camera={null}
        onClose={onClose}
        onSaved={({ camera_id }) => {
          onClose()
          view.focus(keyOf({ kind: 'camera', camera_id }))
        }}
      />
    )
  }
  const { what, item } = question
  if (item.kind !== 'camera') return null
  if (what === 'edit') return <CameraDialog camera={item.camera} onClose={onClose} onSaved={onClose} />
  return (
    <DeleteCamera
      camera={item.camera}
      onClose={onClose}
      onDeleted={() => {
        onClose()
        view.focus(null)
      }}
    />
  )
}

/** Part of the address, so that the notification of a request can link to it. */
function Access({ view }: { view: SourcesView }) {
  const userId = useSession(state => state.userId)
  const managed = useCan('feeds.manage_cameras')
  const close = () => view.showAccess(null)
  if (view.access === null || view.status !== 'ready') return null
  if (userId !== null && view.access === keyOf({ kind: 'screen', user_id: userId })) {
    return <OwnAccess user_id={userId} onClose={close} />
  }
  const item = view.items.find(candidate => candidate.key === view.access)
  return item?.kind === 'camera' ? <CameraAccess camera={item.camera} managed={managed} onClose={close} /> : null
}
