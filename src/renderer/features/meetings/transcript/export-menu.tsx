import { Copy, Download, FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Transcript } from '#shared/contract/meetings/endpoints'
import { MenuActions } from '../../../platform/menu-actions'
import { IconButton } from '../../../ui/icon-button'
import { Menu, type MenuEntry } from '../../../ui/menu'
import { toast } from '../../../ui/toast'
import { asMarkdown, asText } from './export-text'
import { useSpeakerName } from './speakers'

/** Exports the transcript: to the clipboard or as a file. */
export function ExportMenu({ transcript, name }: { transcript: Transcript; name: string }) {
  const { t } = useTranslation('meetings')
  const nameOf = useSpeakerName()
  async function copy() {
    try {
      await navigator.clipboard.writeText(asText(name, transcript, nameOf))
      toast.success(t('export.copied'))
    } catch {
      // Browsers block the clipboard on pages without TLS.
      toast.failure(t('export.notCopied'))
    }
  }
  const entries: MenuEntry[] = [
    { label: t('export.copy'), icon: Copy, onSelect: () => void copy() },
    {
      label: t('export.text'),
      icon: FileText,
      onSelect: () => save(`${name}.txt`, asText(name, transcript, nameOf), 'text/plain'),
    },
    {
      label: t('export.markdown'),
      icon: FileText,
      onSelect: () => save(`${name}.md`, asMarkdown(name, transcript, nameOf), 'text/markdown'),
    },
  ]
  return (
    <>
      <Menu label={t('export.label')} align="end" entries={entries}>
        {trigger => <IconButton {...trigger} icon={Download} label={t('export.label')} />}
      </Menu>
      <MenuActions entries={entries} group={t('transcript.label')} of={t('export.label')} />
    </>
  )
}

function save(name: string, text: string, type: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  link.download = name.replaceAll('/', '-')
  link.click()
  // The download starts right after the press.
  setTimeout(() => URL.revokeObjectURL(link.href), 0)
}
