import { type Editor, useEditorState } from '@tiptap/react'
import { Link2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../platform/shortcuts'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import { IconButton } from '../../../ui/icon-button'
import { Popover } from '../../../ui/popover'
import { safeHref } from '../../../ui/safe-href'

/** Turns the selection into a link, or edits the link at the cursor. */
export function LinkTool({ editor }: { editor: Editor }) {
  const { t } = useTranslation(['documents', 'logbooks'])
  const [isOpen, setOpen] = useState(false)
  useAction({ label: t('editor.link'), group: t('logbooks:title') }, () => setOpen(true))
  const href = useEditorState({
    editor,
    selector: ({ editor: now }) => (now.isActive('link') ? String(now.getAttributes('link').href ?? '') : null),
  })
  return (
    <Popover
      label={t('editor.link')}
      open={isOpen}
      onOpenChange={setOpen}
      content={close => <LinkForm editor={editor} href={href} onClose={close} />}
    >
      {trigger => <IconButton {...trigger} icon={Link2} label={t('editor.link')} pressed={href !== null} />}
    </Popover>
  )
}

/** Completes an address as people type it; undefined for what must not be a link. */
const addressOf = (typed: string): string | undefined =>
  safeHref(typed) ?? (/^[^\s:/]+\.[^\s:]+$/.test(typed) ? safeHref(`https://${typed}`) : undefined)

function LinkForm({ editor, href, onClose }: { editor: Editor; href: string | null; onClose: () => void }) {
  const { t } = useTranslation('documents')
  const [typed, setTyped] = useState(href ?? '')
  const [isRefused, setRefused] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    // The popover is in a portal, but React events still reach the form of the page.
    event.stopPropagation()
    const address = addressOf(typed.trim())
    if (!address) {
      setRefused(true)
      return
    }
    onClose()
    const chain = editor.chain().focus()
    if (href !== null) chain.extendMarkRange('link').setLink({ href: address }).run()
    else if (!editor.state.selection.empty) chain.setLink({ href: address }).run()
    else {
      const link = { type: 'link', attrs: { href: address } }
      chain.insertContent({ type: 'text', text: typed.trim(), marks: [link] }).run()
    }
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        label={t('editor.address')}
        placeholder={t('editor.addressPlaceholder')}
        value={typed}
        error={isRefused ? t('editor.addressRefused') : null}
        onChange={event => {
          setTyped(event.target.value)
          setRefused(false)
        }}
      />
      <div className="flex justify-end gap-2">
        {href !== null && (
          <Button
            size="sm"
            onClick={() => {
              onClose()
              editor.chain().focus().extendMarkRange('link').unsetLink().run()
            }}
          >
            {t('editor.unlink')}
          </Button>
        )}
        <Button type="submit" size="sm" variant="primary">
          {t('editor.setLink')}
        </Button>
      </div>
    </form>
  )
}
