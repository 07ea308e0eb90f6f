import i18next from 'i18next'
import { type Frame, readFrames } from '#shared/contract/sources/endpoints'
import { call } from '../../platform/api'
import { toast } from '../../ui/toast'

/** Saves a picture on this device, from a freshly signed address. */
export async function saveFrame({ id, taken_at }: Pick<Frame, 'id' | 'taken_at'>): Promise<void> {
  const outcome = await call(readFrames, { ids: [id] })
  const url = outcome.ok ? outcome.data[0]?.url : undefined
  const name = `${taken_at.slice(0, 19).replaceAll(':', '.')}.jpg`
  if (url === undefined) {
    toast.failure(i18next.t('attachments:files.notSaved', { name }), { key: `save.${id}` })
    return
  }
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
