import i18next from 'i18next'
import type { FileAttachment } from '#shared/contract/attachments/endpoints'
import { toast } from '../../ui/toast'
import { useFiles } from './files'

/** Saves a file on this device, from an address that is still valid. */
export async function saveFile({ file_id, file_name }: Pick<FileAttachment, 'file_id' | 'file_name'>): Promise<void> {
  const file = await useFiles.getState().fresh(file_id)
  if (file) save(file.url, file.file_name)
  else toast.failure(i18next.t('attachments:files.notSaved', { name: file_name }), { key: `save.${file_id}` })
}

function save(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
